//! What can stop a call, and how it leaves this service.

use outbound::SignatureError;
use service::Problem;
use tonic::{Code, Status};

use crate::domain::IllegalStep;

/// What stops a call. Declines and other refusals of money are answers, not errors.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no such payment")]
    NotFound,
    #[error("the idempotency key was used for another request")]
    KeyReused,
    #[error("a made-up test payment in live mode")]
    TestPaymentInLive,
    #[error("webhook: {0}")]
    Signature(#[from] SignatureError),
    /// A field of the request, or an error of svc-offers, passed on as it is.
    #[error("{}", .0.code)]
    Problem(Problem),
    /// The provider has not answered yet.
    #[error("the card provider's answer is still missing")]
    ProviderUnavailable,
    /// A card was confirmed, and it is not known yet whether it holds the amount.
    #[error("the card provider's answer to a confirmation is still missing")]
    InDoubt,
    /// The payment is of a mode that has no key any more.
    #[error("the mode has no card provider")]
    NotConfigured,
    /// The payment has moved on, or does not allow what an administrator wants.
    #[error("not allowed as it stands")]
    NotAllowedNow,
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    #[error("the store failed")]
    Store(#[from] anyhow::Error),
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

const UNAVAILABLE: &str =
    "Payments are not available right now. Nothing has been charged. Please try again shortly.";

const IN_DOUBT: &str = "Your bank has not answered yet. The amount may be on hold on your card; it is only taken with a \
                        booking, and released without one. Please try again in a minute.";

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let problem = match error {
            Error::NotFound => Problem::new(Code::NotFound, "PAYMENT_NOT_FOUND", "There is no such payment."),
            Error::KeyReused => Problem::new(
                Code::InvalidArgument,
                "IDEMPOTENCY_KEY_REUSED",
                "This request was sent before with other details.",
            ),
            Error::TestPaymentInLive => Problem::new(
                Code::InvalidArgument,
                "TEST_PAYMENT_IN_LIVE",
                "A test payment can't pay for a real booking.",
            ),
            Error::Signature(cause) => {
                Problem::new(Code::InvalidArgument, "INVALID_SIGNATURE", cause.sentence())
            }
            Error::NotAllowedNow => Problem::new(
                Code::FailedPrecondition,
                "NOT_ALLOWED_NOW",
                "This has moved on, or does not allow that. Please look at it again.",
            ),
            Error::Problem(problem) => problem,
            Error::ProviderUnavailable => {
                Problem::unavailable("PAYMENT_PROVIDER_UNAVAILABLE", UNAVAILABLE, &error)
            }
            Error::InDoubt => Problem::unavailable("PAYMENT_PROVIDER_UNAVAILABLE", IN_DOUBT, &error),
            Error::NotConfigured => Problem::unavailable("PROVIDER_NOT_CONFIGURED", UNAVAILABLE, &error),
            Error::Store(cause) if is_out_of_reach(&cause) => {
                Problem::unavailable("SERVICE_UNAVAILABLE", UNAVAILABLE, &format!("{cause:#}"))
            }
            Error::Illegal(illegal) => Problem::internal(&illegal),
            Error::Store(cause) => Problem::internal(&format!("{cause:#}")),
        };
        problem.into()
    }
}

/// Whether the database could not be reached.
fn is_out_of_reach(cause: &anyhow::Error) -> bool {
    matches!(cause.downcast_ref(), Some(sqlx::Error::PoolTimedOut | sqlx::Error::Io(_)))
}
