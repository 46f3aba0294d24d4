use service::Problem;
use tonic::{Code, Status};

/// What a caller of this service may act on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the request is not valid")]
    Invalid(Problem),
    #[error("no brand has this key")]
    BrandNotFound,
    #[error("another brand has this key")]
    BrandExists,
    #[error("another version of the brand holds")]
    BrandChanged,
    #[error("the default brand stays")]
    DefaultBrand,
    #[error("the address watches as many prices as it may")]
    WatchLimit,
    #[error("no such watch of this owner")]
    WatchNotFound,
    #[error("the link was used, or is too old")]
    TokenInvalid,
    #[error("{0:#}")]
    Internal(#[from] anyhow::Error),
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::Invalid(problem)
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Self::Internal(error.into())
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        match error {
            Error::Invalid(problem) => problem,
            Error::BrandExists => {
                Problem::new(Code::AlreadyExists, "BRAND_EXISTS", "Another brand has this key.")
            }
            Error::BrandChanged => Problem::new(
                Code::Aborted,
                "BRAND_CHANGED",
                "Somebody else has published this brand in the meantime. Load it again to see what changed.",
            ),
            Error::DefaultBrand => Problem::new(
                Code::FailedPrecondition,
                "DEFAULT_BRAND",
                "The default brand can't be deleted: it is shown wherever no other is.",
            ),
            Error::BrandNotFound => {
                Problem::new(Code::NotFound, "BRAND_NOT_FOUND", "There is no brand of this name.")
            }
            Error::WatchLimit => Problem::new(
                Code::ResourceExhausted,
                "WATCH_LIMIT",
                "You watch ten prices already. End one of them to watch another.",
            ),
            Error::WatchNotFound => {
                Problem::new(Code::NotFound, "NOT_FOUND", "There is no such watched price.")
            }
            Error::TokenInvalid => Problem::new(
                Code::InvalidArgument,
                "TOKEN_INVALID",
                "This link has been used or has expired. Please ask for a new one.",
            ),
            Error::Internal(cause) => match cause.downcast_ref() {
                Some(database) => service::postgres::problem(database),
                None => Problem::internal(&format!("{cause:#}")),
            },
        }
        .into()
    }
}
