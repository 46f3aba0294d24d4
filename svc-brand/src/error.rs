use service::Problem;
use tonic::{Code, Status};

/// What a caller of this service may act on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no brand has this key")]
    BrandNotFound,
    #[error("{0:#}")]
    Internal(#[from] anyhow::Error),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        match error {
            Error::BrandNotFound => {
                Problem::new(Code::NotFound, "BRAND_NOT_FOUND", "There is no brand of this name.")
            }
            Error::Internal(cause) => match cause.downcast_ref() {
                Some(database) => service::postgres::problem(database),
                None => Problem::internal(&format!("{cause:#}")),
            },
        }
        .into()
    }
}
