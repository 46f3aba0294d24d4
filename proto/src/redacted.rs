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
    crate::brand::v1::WatchOwner,
    crate::brand::v1::watch_owner::Owner,
    crate::brand::v1::CreateWatchRequest,
    crate::brand::v1::PreviewWatchRequest,
    crate::brand::v1::ConfirmWatchRequest,
    crate::brand::v1::ConfirmWatchResponse,
    crate::brand::v1::StopWatchRequest,
    crate::brand::v1::EndBookedWatchesRequest,
    crate::brand::v1::ClaimWatchesRequest,
    crate::brand::v1::ExportWatchesRequest,
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
    crate::identity::v1::ProveMailboxRequest,
    crate::identity::v1::ProveMailboxResponse,
    crate::identity::v1::RequestPasswordResetRequest,
    crate::identity::v1::ResetPasswordRequest,
    crate::identity::v1::ResetPasswordResponse,
    crate::identity::v1::RefreshAdminRequest,
    crate::identity::v1::RefreshAdminResponse,
    crate::identity::v1::BeginSecondFactorRequest,
    crate::identity::v1::BeginSecondFactorResponse,
    crate::identity::v1::ConfirmSecondFactorRequest,
    crate::identity::v1::ConfirmSecondFactorResponse,
    crate::identity::v1::RenewRecoveryCodesRequest,
    crate::identity::v1::RenewRecoveryCodesResponse,
    crate::identity::v1::ExportAccountRequest,
    crate::identity::v1::CloseAccountRequest,
);
