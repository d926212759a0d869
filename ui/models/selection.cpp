#include "ui/models/selection.h"
