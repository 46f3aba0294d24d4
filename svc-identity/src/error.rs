use service::{Fault, Problem};
use time::Duration;
use tonic::{Code, Status};

/// What a caller of this service may act on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the request is not valid")]
    Invalid(Problem),
    #[error("no account has this name and password")]
    InvalidCredentials,
    #[error("too many attempts")]
    TooManyAttempts { wait: Duration },
    #[error("another account has this name")]
    UsernameTaken,
    #[error("another account has this address")]
    EmailTaken,
    #[error("the token is unknown, used or expired")]
    TokenInvalid,
    #[error("the account has another address")]
    OtherAddress,
    #[error("nobody else could administer the system")]
    LastAdministrator,
    #[error("no session")]
    NotAuthenticated,
    #[error("not an administrator")]
    Forbidden,
    #[error("the password was given too long ago")]
    ReauthRequired,
    #[error("the password is right, and the code of the second factor is missing")]
    SecondFactorRequired,
    #[error("the code of the second factor is wrong, used or too old")]
    SecondFactorInvalid,
    #[error("there is no second factor, or none to confirm")]
    SecondFactorMissing,
    #[error("live keys are missing")]
    NotConfigured,
    #[error("too many passwords wait to be checked")]
    Busy,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("{0:#}")]
    Internal(#[from] anyhow::Error),
}

impl Error {
    /// A fault in one field.
    pub fn field(name: &str, fault: impl Into<Fault>) -> Self {
        Self::Invalid(Problem::validation(vec![fault.into().in_field(name)]))
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::Invalid(problem)
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        problem(error).into()
    }
}

fn problem(error: Error) -> Problem {
    let (grpc, code, message) = match error {
        Error::Invalid(problem) => return problem,
        Error::Database(cause) => return service::postgres::problem(&cause),
        Error::TooManyAttempts { wait } => return too_many_attempts(wait),
        Error::Internal(cause) => return Problem::internal(&format!("{cause:#}")),
        Error::InvalidCredentials => {
            (Code::Unauthenticated, "INVALID_CREDENTIALS", "Invalid username or password")
        }
        Error::UsernameTaken => (Code::AlreadyExists, "USERNAME_TAKEN", "This username is already taken."),
        Error::EmailTaken => {
            (Code::AlreadyExists, "EMAIL_TAKEN", "An account with this e-mail address already exists.")
        }
        Error::TokenInvalid => (
            Code::InvalidArgument,
            "TOKEN_INVALID",
            "This link has been used or has expired. Please ask for a new one.",
        ),
        Error::OtherAddress => (
            Code::FailedPrecondition,
            "OTHER_ADDRESS",
            "This trip was booked with another e-mail address than your account's. Log out, ask for a new link to the \
             trip, and log in with the account of that address.",
        ),
        Error::LastAdministrator => (
            Code::FailedPrecondition,
            "LAST_ADMINISTRATOR",
            "This is the only administrator's account. Make another administrator before you close it.",
        ),
        Error::NotAuthenticated => (Code::Unauthenticated, "NOT_AUTHENTICATED", "Not authenticated"),
        Error::Forbidden => (Code::PermissionDenied, "FORBIDDEN", "You don't have permission to do this."),
        Error::ReauthRequired => {
            (Code::Unauthenticated, "REAUTH_REQUIRED", "Please enter your password again to go on.")
        }
        Error::SecondFactorRequired => (
            Code::Unauthenticated,
            "SECOND_FACTOR_REQUIRED",
            "Please enter a code of your authenticator app, or a recovery code.",
        ),
        Error::SecondFactorInvalid => (
            Code::Unauthenticated,
            "SECOND_FACTOR_INVALID",
            "This code is wrong, was used before, or is too old. Wait for the next one in your app, and enter that.",
        ),
        Error::SecondFactorMissing => (
            Code::FailedPrecondition,
            "SECOND_FACTOR_MISSING",
            "There is no second factor to go on with. Please set it up from the start.",
        ),
        Error::NotConfigured => (
            Code::FailedPrecondition,
            "NOT_CONFIGURED",
            "Live mode needs live keys of the airline API and of the card payment provider.",
        ),
        Error::Busy => (
            Code::Unavailable,
            "SERVICE_UNAVAILABLE",
            "This service is not available right now. Please try again shortly.",
        ),
    };
    Problem::new(grpc, code, message)
}

fn too_many_attempts(wait: Duration) -> Problem {
    let seconds = u32::try_from(wait.whole_seconds() + 1).unwrap_or(u32::MAX);
    let words = match seconds.div_ceil(60) {
        1 => "Too many attempts. Please try again in a minute.".to_owned(),
        minutes => format!("Too many attempts. Please try again in {minutes} minutes."),
    };
    let problem = Problem::new(Code::ResourceExhausted, "TOO_MANY_ATTEMPTS", &words);
    Problem { retry_after_s: Some(seconds), ..problem }
}
