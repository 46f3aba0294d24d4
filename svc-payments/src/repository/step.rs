use super::attempt::Attempt;

/// What became of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saved {
    /// With the attempt of the call that follows, to be sent now.
    Yes(Option<Attempt>),
    /// Another process has changed the payment since it was read.
    Lost,
}
