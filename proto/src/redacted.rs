//! Debug of messages that hold cards, passwords, tokens, passports or names: the type's name and nothing else.

use std::fmt;

macro_rules! redacted {
    ($($message:ty),+ $(,)?) => {
        $(impl fmt::Debug for $message {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($message), " { .. }"))
            }
        })+
    };
}

redacted!(
    crate::payments::v1::Card,
    crate::booking::v1::PassengerDetails,
    crate::booking::v1::NewAccount,
    crate::identity::v1::User,
    crate::identity::v1::OpenSessionResponse,
    crate::identity::v1::ResolveSessionRequest,
    crate::identity::v1::RegisterRequest,
    crate::identity::v1::LoginRequest,
    crate::identity::v1::LoginResponse,
    crate::identity::v1::LogoutRequest,
    crate::identity::v1::ChangePasswordRequest,
    crate::identity::v1::CreateBookingAccountRequest,
    crate::identity::v1::CreateBookingAccountResponse,
    crate::identity::v1::RequestPasswordResetRequest,
    crate::identity::v1::ResetPasswordRequest,
    crate::identity::v1::RefreshAdminRequest,
);
