//! Designs that are known to be wrong, built in on demand: a simulation that misses them proves nothing.

use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Mutant {
    /// Steps are written without comparing state and epoch.
    NoCompare,
    /// Keys, payments and the dispatch of an offer request may come twice.
    NoGuards,
    /// An order that brought no answer is sent again.
    RepeatOrder,
    /// "It timed out" is read as "it did not happen".
    TimeoutIsNo,
    /// The airline's not showing an order is taken for proof that there is none.
    AbsenceIsNo,
    /// A capture that brought no answer is read as "the bank has let go of the money".
    LostCaptureIsNo,
    /// That the bank wants to see the cardholder is taken for their consent.
    QuestionIsYes,
    /// A cancellation that brought no answer is taken as done.
    LostConfirmIsYes,
    /// A refund that brought no answer is sent again under another key.
    NewKeyEachRefund,
    /// Each try of a purchase reaches the gateway under a key of its own.
    NewKeyEachTry,
    /// What the gateway answers without knowing a booking's end is read as its failure.
    UnclearIsFailed,
}
