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
    crate::brand::v1::EnquiryForm,
    crate::payments::v1::Card,
    crate::payments::v1::ResolveAttentionRequest,
    crate::payments::v1::SettleDifferenceRequest,
    crate::payments::v1::HistoryEntry,
    crate::booking::v1::PassengerDetails,
    crate::booking::v1::KeptPassenger,
    crate::booking::v1::NewAccount,
    crate::booking::v1::CreateBookingResponse,
    crate::booking::v1::GetBookingResponse,
    crate::booking::v1::GetItineraryResponse,
    crate::booking::v1::GetCalendarResponse,
    crate::booking::v1::BookedPassenger,
    crate::booking::v1::AirlineCredit,
    crate::booking::v1::AttentionItem,
    crate::booking::v1::HistoryEntry,
    crate::booking::v1::ResolveAttentionRequest,
    crate::booking::v1::RequestGuestLinkRequest,
    crate::booking::v1::OpenGuestLinkRequest,
    crate::booking::v1::ClaimBookingResponse,
    crate::identity::v1::User,
    crate::identity::v1::OpenSessionResponse,
    crate::identity::v1::ResolveSessionRequest,
    crate::identity::v1::RegisterRequest,
    crate::identity::v1::LoginRequest,
    crate::identity::v1::LoginResponse,
    crate::identity::v1::LogoutRequest,
    crate::identity::v1::ChangePasswordRequest,
    crate::identity::v1::ChangePasswordResponse,
    crate::identity::v1::CreateBookingAccountRequest,
    crate::identity::v1::CreateBookingAccountResponse,
    crate::identity::v1::ConfirmMailboxRequest,
    crate::identity::v1::ConfirmMailboxResponse,
    crate::identity::v1::RequestPasswordResetRequest,
    crate::identity::v1::ResetPasswordRequest,
    crate::identity::v1::RefreshAdminRequest,
    crate::identity::v1::RefreshAdminResponse,
);

#[cfg(test)]
mod tests {
    use crate::booking::v1::{
        AirlineCredit, BookedPassenger, Booking, Cancellation, CreateBookingResponse, NewAccount,
    };

    #[test]
    fn a_booking_prints_no_name_password_or_mail() {
        let passenger = BookedPassenger {
            id: "pas_1".into(),
            given_name: "Amelia".into(),
            family_name: "Earhart".into(),
            r#type: "adult".into(),
            ticket_numbers: vec!["1252106312810".into()],
        };
        let credit = AirlineCredit { code: "CREDIT4711".into(), ..Default::default() };
        let cancellation = Some(Cancellation { credits: vec![credit], ..Default::default() });
        let passengers = vec![passenger];
        let booking = Booking { id: "bok_1".into(), passengers, cancellation, ..Default::default() };
        let account = NewAccount { password: "Kitty-Hawk-1903".into(), ..Default::default() };
        let response = CreateBookingResponse {
            booking: Some(booking.clone()),
            account: Some(account),
            email_content: "Dear Amelia Earhart".into(),
            action_url: String::new(),
        };

        let printed = format!("{response:?} {booking:?}");

        assert!(printed.contains("bok_1"), "{printed}");
        for secret in ["Amelia", "Earhart", "Kitty-Hawk-1903", "CREDIT4711"] {
            assert!(!printed.contains(secret), "{secret} in {printed}");
        }
    }
}
