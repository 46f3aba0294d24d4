/// What moved a payment, as its history keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    Authorise,
    Claim,
    Capture,
    Void,
    Refund,
    /// Another payment of its owner takes its place.
    Superseded,
    /// An administrator noted that what was owed is paid.
    PaidByHand,
    /// An administrator released it.
    Administrator,
    Finisher,
    Sweeper,
}

impl Cause {
    /// The name in the database. It never changes, because old rows hold it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Authorise => "authorise",
            Self::Claim => "claim",
            Self::Capture => "capture",
            Self::Void => "void",
            Self::Refund => "refund",
            Self::Superseded => "superseded",
            Self::PaidByHand => "paid_by_hand",
            Self::Administrator => "administrator",
            Self::Finisher => "settler",
            Self::Sweeper => "sweeper",
        }
    }
}
