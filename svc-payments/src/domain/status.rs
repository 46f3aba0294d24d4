use money::Money;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// An intent is being made; it holds no money.
    CreateSent,
    /// The card is being authorised.
    ConfirmSent,
    /// The cardholder's bank has opened a 3-D Secure challenge; it holds no money yet.
    AwaitingChallenge,
    Authorised,
    Declined,
    CaptureSent,
    Captured,
    VoidSent,
    /// Nothing is held and nothing was taken.
    Voided,
}

impl Status {
    pub const ALL: [Self; 9] = [
        Self::CreateSent,
        Self::ConfirmSent,
        Self::AwaitingChallenge,
        Self::Authorised,
        Self::Declined,
        Self::CaptureSent,
        Self::Captured,
        Self::VoidSent,
        Self::Voided,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::CreateSent => "create_sent",
            Self::ConfirmSent => "confirm_sent",
            Self::AwaitingChallenge => "holder_asked",
            Self::Authorised => "authorised",
            Self::Declined => "declined",
            Self::CaptureSent => "capture_sent",
            Self::Captured => "captured",
            Self::VoidSent => "void_sent",
            Self::Voided => "voided",
        }
    }

    /// The names in the database of those that are so.
    pub fn names(are: impl Fn(Self) -> bool) -> Vec<String> {
        Self::ALL.into_iter().filter(|status| are(*status)).map(|status| status.as_str().to_owned()).collect()
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }

    /// Whether a confirmation was sent whose money may still be held, taken or released.
    pub fn is_confirmed(self) -> bool {
        self.is_open() || matches!(self, Self::ConfirmSent | Self::CaptureSent | Self::VoidSent)
    }

    /// Whether the provider has said that it is open: it holds money, or will when the cardholder has answered.
    pub fn is_open(self) -> bool {
        matches!(self, Self::AwaitingChallenge | Self::Authorised)
    }

    /// Whether the provider owes an answer, be it about a refund alone.
    pub fn is_in_doubt(self, refunding_minor: i64) -> bool {
        matches!(
            self,
            Self::CreateSent
                | Self::ConfirmSent
                | Self::AwaitingChallenge
                | Self::CaptureSent
                | Self::VoidSent
        ) || refunding_minor > 0
    }

    /// Whether less was taken than the price, for example by hand at the provider's pages: no order may rest on that.
    pub fn is_short(self, captured: Money, amount: Money) -> bool {
        self == Self::Captured && captured.minor < amount.minor
    }

    /// Whether it has ended without money: nothing can follow.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Declined | Self::Voided)
    }

    /// Whether it may hold money for a booking, now or after the provider's next answer.
    pub fn may_hold(self) -> bool {
        matches!(self, Self::CreateSent | Self::ConfirmSent | Self::AwaitingChallenge | Self::Authorised)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_print_and_parse_alike() {
        for status in Status::ALL {
            assert_eq!(Status::parse(status.as_str()), Some(status));
        }
    }
}
