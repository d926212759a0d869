#pragma once
#include <exception>
#include <unistd.h>

namespace cutaway::test {

/// While it lives all threads of the program, when root's, have the rights of nobody; for others nothing changes.
class OtherUser {
public:
    OtherUser()
        : m_user(geteuid())
    {
        constexpr uid_t kNobody = 65534;
        m_changed = m_user == 0 && seteuid(kNobody) == 0;
    }
    ~OtherUser()
    {
        if (m_changed && seteuid(m_user) != 0)
            std::terminate(); // tests must not go on with the wrong rights
    }
    OtherUser(const OtherUser&) = delete;
    OtherUser& operator=(const OtherUser&) = delete;

private:
    uid_t m_user;
    bool m_changed = false;
};

} // namespace cutaway::test
