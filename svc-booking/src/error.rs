use duffel::SignatureError;
use money::Money;
use service::Problem;
use texts::Locale;
use tonic::{Code, Status};

use crate::domain::{FailureCode, Reason};
use crate::texts::Texts;

/// What a caller of this service may act on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no such booking for this caller")]
    NotFound,
    #[error("the idempotency key was used for another booking")]
    KeyReused,
    #[error("the offer can't be sold any more")]
    OfferExpired,
    #[error("the price has changed")]
    PriceChanged(Money),
    #[error("there is no payment that could pay for this")]
    NoPayment,
    #[error("the booking can't be cancelled")]
    NotCancellable,
    #[error("another quote has replaced the one to cancel on")]
    QuoteReplaced,
    #[error("the airline has not answered yet")]
    AirlineSilent,
    #[error("the time of the call was over before a booking was stored")]
    TooLate,
    #[error("the link was used, or its time is over")]
    TokenInvalid,
    #[error("nobody is signed in")]
    NotAuthenticated,
    #[error("the booking does not allow this where it stands")]
    NotAllowedNow,
    #[error("webhook: {0}")]
    Signature(#[from] SignatureError),
    /// A field of the request, or an error of another service, as it is told on.
    #[error("{}", .0.code)]
    Problem(Problem),
    #[error("{0:#}")]
    Internal(anyhow::Error),
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Self::Internal(error.into())
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let problem = match error {
            Error::NotFound => Problem::new(Code::NotFound, "BOOKING_NOT_FOUND", "There is no such booking."),
            Error::KeyReused => Problem::new(
                Code::Aborted,
                "IDEMPOTENCY_KEY_REUSED",
                "This booking was sent before with other details.",
            ),
            Error::OfferExpired => {
                let message = Reason::OfferExpired.words(Texts::of(Locale::English));
                Problem::new(Code::FailedPrecondition, FailureCode::OfferExpired.as_str(), message)
            }
            Error::PriceChanged(price) => Problem::price_changed(price),
            Error::NoPayment => Problem::new(
                Code::FailedPrecondition,
                FailureCode::PaymentFailed.as_str(),
                "Please enter your card details again.",
            ),
            Error::NotCancellable => Problem::new(
                Code::FailedPrecondition,
                "NOT_CANCELLABLE",
                "This booking can't be cancelled here. Please call us.",
            ),
            Error::QuoteReplaced => Problem::new(
                Code::Aborted,
                "REFUND_CHANGED",
                "What cancelling pays back has just changed, and nothing was cancelled. Please look at it again.",
            ),
            Error::AirlineSilent => Problem::new(
                Code::Unavailable,
                "PROVIDER_UNAVAILABLE",
                "The airline has not confirmed yet. We keep asking; please look again in a few minutes.",
            ),
            Error::TooLate => Problem::new(
                Code::Unavailable,
                "SERVICE_UNAVAILABLE",
                "This took too long, and nothing was booked. Please try again in a moment.",
            ),
            Error::TokenInvalid => Problem::new(
                Code::InvalidArgument,
                "TOKEN_INVALID",
                "This link has been used or has expired. Please ask for a new one.",
            ),
            Error::NotAuthenticated => {
                Problem::new(Code::Unauthenticated, "NOT_AUTHENTICATED", "Not authenticated")
            }
            Error::NotAllowedNow => Problem::new(
                Code::FailedPrecondition,
                "NOT_ALLOWED_NOW",
                "This booking has moved on, or does not allow that. Please look at it again.",
            ),
            Error::Signature(cause) => {
                Problem::new(Code::InvalidArgument, "INVALID_SIGNATURE", cause.sentence())
            }
            Error::Problem(problem) => problem,
            Error::Internal(cause) => match cause.chain().find_map(|cause| cause.downcast_ref()) {
                Some(database) => service::postgres::problem(database),
                None => Problem::internal(&format!("{cause:#}")),
            },
        };
        problem.into()
    }
}
