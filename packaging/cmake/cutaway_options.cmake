# Packages that several parts use.
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)

# Compiler rules that hold for every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

find_program(CUTAWAY_CCACHE ccache)
if(CUTAWAY_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CUTAWAY_CCACHE})
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Werror -Wmissing-declarations -Wno-missing-field-initializers -Wswitch -fno-math-errno -fno-trapping-math)
# gcc 12 sees both in correct code when it inlines much, for example in "text" + std::string (its bug 105651), and in what the sanitizers add.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND (CUTAWAY_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL Release))
  add_compile_options(-Wno-restrict -Wno-maybe-uninitialized)
endif()
# A product and a sum stay two roundings unless the source says fma, so that every instruction set gives the bits it was tested for.
add_compile_options(-ffp-contract=off)
if(CUTAWAY_SANITIZE)
  add_compile_options(-fsanitize=${CUTAWAY_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${CUTAWAY_SANITIZE})
endif()
include_directories(${PROJECT_SOURCE_DIR})
