//! An email to the traveller, which is stored together with the step that it tells of.

use mail::Mail;
use service::token::TokenHash;
use uuid::Uuid;

/// A mail, and the link in it that opens the booking.
#[derive(Debug, Clone)]
pub struct Email {
    pub mail: Mail,
    pub link: Option<TokenHash>,
}

impl Email {
    /// What the email about a failed booking is about.
    pub const FAILED: &str = "failed";

    /// Identifies the email about one end of a booking, so that it is sent once and can be withdrawn.
    pub fn key(about: &str, booking: Uuid) -> String {
        format!("{about}/{booking}")
    }
}
