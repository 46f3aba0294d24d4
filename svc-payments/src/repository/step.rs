use super::attempt::{Attempt, Op};

/// Why a payment moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cause {
    /// What moves it: a call, the sweeper, the resolver.
    pub by: &'static str,
    /// The call that follows.
    pub opens: Option<Op>,
}

/// What became of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saved {
    /// With the attempt of the call that follows, to be sent now.
    Yes(Option<Attempt>),
    /// Another process has changed the payment since it was read.
    Lost,
}
