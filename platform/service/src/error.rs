//! An error as it leaves a service: a stable code for the program, a sentence for the person, nothing of the cause.
//!
//! A service has one `From<Error> for Status` built from `Problem`; the gateway reads it back with
//! `Problem::from_status`.

use std::error::Error as _;

use money::Money;
use prost::Message;
use proto::common::v1::{ErrorDetail, FieldViolation, Mode, Money as MoneyMessage};
use tonic::{Code, Status};

/// The rule of a field error that says no more.
const INVALID: &str = "invalid";

/// A designed error. `code` is listed in docs/errors.md.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The kind of error on the wire.
    pub grpc: Code,
    /// For the program.
    pub code: String,
    /// One sentence for the person. Never holds input, ids of others or causes.
    pub message: String,
    /// Which fields of the request are wrong, and why.
    pub fields: Vec<FieldViolation>,
    /// The new price, if the code is `PRICE_CHANGED`.
    pub price: Option<MoneyMessage>,
    /// After how many seconds another try makes sense, where that is known.
    pub retry_after_s: Option<u32>,
}

impl Problem {
    /// A problem without fields or price.
    pub fn new(grpc: Code, code: &str, message: impl Into<String>) -> Self {
        let (fields, message) = (Vec::new(), message.into());
        Self { grpc, code: code.to_owned(), message, fields, price: None, retry_after_s: None }
    }

    /// INVALID_ARGUMENT with one sentence a field.
    pub fn validation(fields: Vec<FieldViolation>) -> Self {
        let message =
            fields.first().map_or_else(|| "The request is not valid.".into(), |f| f.message.clone());
        Self { fields, ..Self::new(Code::InvalidArgument, "VALIDATION_ERROR", message) }
    }

    /// INTERNAL, for unexpected faults. The cause is logged here, once, and does not travel.
    pub fn internal(cause: &(dyn std::fmt::Display + Send + Sync)) -> Self {
        tracing::error!(error = %cause, "internal error");
        Self::new(Code::Internal, "INTERNAL_ERROR", "Something went wrong. Please try again.")
    }

    /// UNAVAILABLE for a dependency that does not answer. The cause is logged here, once, and does not travel.
    pub fn unavailable(code: &str, message: &str, cause: &(dyn std::fmt::Display + Send + Sync)) -> Self {
        tracing::warn!(error = %cause, error.code = code, "a dependency is unavailable");
        Self::new(Code::Unavailable, code, message)
    }

    /// FAILED_PRECONDITION `PRICE_CHANGED` with the price that holds now.
    pub fn price_changed(price: Money) -> Self {
        let message = format!("The price of this flight has changed to {price}. Nothing has been charged.");
        Self {
            price: Some(MoneyMessage { minor: price.minor, currency: price.currency.to_string() }),
            ..Self::new(Code::FailedPrecondition, "PRICE_CHANGED", message)
        }
    }

    /// Reads a status of another service back. A status without our details keeps its gRPC code alone.
    pub fn from_status(status: &Status) -> Self {
        match ErrorDetail::decode(status.details()) {
            Ok(detail) if !detail.code.is_empty() => Self {
                grpc: status.code(),
                code: detail.code,
                message: status.message().to_owned(),
                fields: detail.fields,
                price: detail.price,
                retry_after_s: detail.retry_after_s,
            },
            _ => Self::undesigned(status),
        }
    }

    fn undesigned(status: &Status) -> Self {
        let grpc = if is_of_the_way(status) { Code::Unavailable } else { status.code() };
        let (code, message) = match grpc {
            Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled => {
                ("SERVICE_UNAVAILABLE", "This service is not available right now. Please try again shortly.")
            }
            Code::Unauthenticated => ("NOT_AUTHENTICATED", "Not authenticated"),
            Code::PermissionDenied => ("FORBIDDEN", "You don't have permission to do this."),
            Code::NotFound => ("NOT_FOUND", "Not found."),
            _ => ("INTERNAL_ERROR", "Something went wrong. Please try again."),
        };
        Self::new(grpc, code, message)
    }
}

/// Whether no service sent the status: the way to it broke, before or after the call took effect. tonic
/// makes it Unknown, Internal or Cancelled, by what broke first, and keeps the cause, which no status off the wire has.
fn is_of_the_way(status: &Status) -> bool {
    status.source().is_some()
}

impl From<Problem> for Status {
    fn from(problem: Problem) -> Self {
        let Problem { code, fields, price, retry_after_s, .. } = problem;
        let detail = ErrorDetail { code, fields, price, retry_after_s };
        Self::with_details(problem.grpc, problem.message, detail.encode_to_vec().into())
    }
}

/// FAILED_PRECONDITION `MODE_MISMATCH` where a page believes in test mode and the server is live. The other way round
/// nothing real is at stake, and a caller that names no mode takes the server's.
pub fn mode_mismatch(expected: Mode, actual: Mode) -> Result<(), Problem> {
    if (expected, actual) == (Mode::Test, Mode::Live) {
        let message = "This page is out of date. Please reload it. Nothing has been charged.";
        return Err(Problem::new(Code::FailedPrecondition, "MODE_MISMATCH", message));
    }
    Ok(())
}

/// What is wrong with a field: which rule it breaks (docs/errors.md), and a sentence for the person. A sentence alone is
/// of the rule `invalid`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    code: &'static str,
    message: String,
}

impl Fault {
    /// The fault as one of a field of the request.
    pub fn in_field(self, field: impl Into<String>) -> FieldViolation {
        FieldViolation { field: field.into(), message: self.message, code: self.code.to_owned() }
    }
}

impl From<(&'static str, &str)> for Fault {
    fn from((code, message): (&'static str, &str)) -> Self {
        Self { code, message: message.to_owned() }
    }
}

impl From<(&'static str, String)> for Fault {
    fn from((code, message): (&'static str, String)) -> Self {
        Self { code, message }
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Self {
        (INVALID, message).into()
    }
}

impl From<String> for Fault {
    fn from(message: String) -> Self {
        (INVALID, message).into()
    }
}

/// Collects field errors, so that a person learns of all of them at once.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<FieldViolation>);

impl FieldErrors {
    /// Adds an error.
    pub fn add(&mut self, field: impl Into<String>, fault: impl Into<Fault>) {
        self.0.push(fault.into().in_field(field));
    }

    /// Adds the error unless the condition holds.
    pub fn require(&mut self, holds: bool, field: impl Into<String>, fault: impl Into<Fault>) {
        if !holds {
            self.add(field, fault);
        }
    }

    /// Ok if nothing was added.
    pub fn into_result(self) -> Result<(), Problem> {
        if self.0.is_empty() { Ok(()) } else { Err(Problem::validation(self.0)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_survives_the_wire() {
        let priced = Problem::price_changed(Money::parse("123.00", "USD").unwrap());
        let problem = Problem { retry_after_s: Some(42), ..priced };

        assert_eq!(Problem::from_status(&Status::from(problem.clone())), problem);
    }

    #[test]
    fn a_field_error_names_the_rule_that_is_broken() {
        let mut errors = FieldErrors::default();
        errors.add("name", ("too_long", "At most 20 letters"));
        errors.require(false, "phone", "Please check the number");
        errors.require(true, "email", "Never told");

        let told = errors.into_result().unwrap_err().fields;

        let told: Vec<_> = told.iter().map(|it| (it.field.as_str(), it.code.as_str())).collect();
        assert_eq!(told, [("name", "too_long"), ("phone", "invalid")]);
    }

    #[test]
    fn a_foreign_status_gives_away_nothing_but_its_kind() {
        let read = Problem::from_status(&Status::internal("connection to 10.0.0.3 refused"));

        assert_eq!((read.code.as_str(), read.message.contains("10.0.0.3")), ("INTERNAL_ERROR", false));
    }

    #[test]
    fn r002_only_a_test_page_on_a_live_server_is_refused() {
        for expected in [Mode::Unspecified, Mode::Test, Mode::Live] {
            for actual in [Mode::Test, Mode::Live] {
                let refused = mode_mismatch(expected, actual).is_err();
                assert_eq!(
                    refused,
                    (expected, actual) == (Mode::Test, Mode::Live),
                    "{expected:?} {actual:?}"
                );
            }
        }
    }
}
