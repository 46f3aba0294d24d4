use std::time::Duration;

use duffel::Refusal;
use service::{FieldErrors, Problem};
use tonic::{Code, Status};

/// Why a search has no answer.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum Error {
    #[error("no flight provider is configured for this mode")]
    NotConfigured,
    #[error(transparent)]
    Provider(#[from] duffel::Error),
    #[error("the airlines did not answer in time")]
    TimedOut,
    #[error("a search went away without an end")]
    Lost,
    #[error("travellers came first, or the provider has no calls to spare")]
    Busy,
    /// With the time until the next one may be sent, where there is one.
    #[error("the budget of look-ups is spent")]
    BudgetSpent(Option<time::Duration>),
}

impl Error {
    /// Whether the provider rejected a field of the trip. That is the traveller's to correct, and not a fault of a
    /// service.
    pub fn is_invalid_trip(&self) -> bool {
        matches!(self, Self::Provider(refused)
            if refused.retry_after.is_none() && !refused.is_of_our_account() && field_errors(refused).is_some())
    }

    /// Whether the provider rejected an airport: no other date would do.
    pub fn is_of_a_place(&self) -> bool {
        let is_place = |refusal| matches!(field_of(refusal), Some(("origin" | "destination", _)));
        matches!(self, Self::Provider(refused) if refused.refusals().iter().any(is_place))
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        match &error {
            Error::NotConfigured => Problem::new(
                Code::Unavailable,
                "PROVIDER_NOT_CONFIGURED",
                "Flights can't be searched in this mode.",
            ),
            Error::Provider(duffel::Error { retry_after: Some(wait), .. }) => too_many(*wait, &error),
            Error::Provider(refused) if refused.is_of_our_account() => closed(&error),
            Error::Provider(refused) => field_errors(refused).unwrap_or_else(|| unavailable(&error)),
            Error::TimedOut | Error::Lost | Error::Busy => unavailable(&error),
            Error::BudgetSpent(wait) => budget_spent(*wait),
        }
        .into()
    }
}

/// The provider is asked too often: by us all, and not by this traveller.
fn too_many(wait: Duration, cause: &Error) -> Problem {
    let seconds = wait.as_millis().div_ceil(1_000).max(1);
    let unit = if seconds == 1 { "second" } else { "seconds" };
    let sentence = format!("Too many people are searching right now. Please try again in {seconds} {unit}.");
    let retry_after_s = u32::try_from(seconds).ok();
    Problem { retry_after_s, ..Problem::unavailable("SEARCH_UNAVAILABLE", &sentence, cause) }
}

/// Dates are looked up within a budget. A traveller's own search never meets it.
fn budget_spent(wait: Option<time::Duration>) -> Problem {
    const SENTENCE: &str = "We can't look up more dates right now. Choose a date to search it.";
    let retry_after_s = wait.and_then(|wait| u32::try_from(wait.whole_seconds().max(1)).ok());
    Problem { retry_after_s, ..Problem::new(Code::ResourceExhausted, "SEARCH_BUDGET_SPENT", SENTENCE) }
}

fn unavailable(cause: &Error) -> Problem {
    Problem::unavailable(
        "SEARCH_UNAVAILABLE",
        "We can't reach the airlines right now. Please try again in a moment.",
        cause,
    )
}

/// The provider sells nothing to us until a person has put our account right.
fn closed(cause: &Error) -> Problem {
    const SENTENCE: &str =
        "We can't search flights at the moment, and we are working on it. Please come back later.";
    Problem {
        retry_after_s: Some(duffel::ACCOUNT_REFUSED_RETRY_S),
        ..Problem::unavailable("SEARCH_UNAVAILABLE", SENTENCE, cause)
    }
}

/// The traveller's own words where the provider refused a field of theirs; nothing where it refused anything else.
fn field_errors(error: &duffel::Error) -> Option<Problem> {
    if error.status != Some(422) {
        return None;
    }
    let mut fields = FieldErrors::default();
    for refusal in error.refusals() {
        let (field, message) = field_of(refusal)?;
        fields.add(field, ("unknown", message));
    }
    fields.into_result().err()
}

fn field_of(refusal: &Refusal) -> Option<(&'static str, &'static str)> {
    const ORIGIN: &str = "We don't know the airport you fly from.";
    const DESTINATION: &str = "We don't know the airport you fly to.";
    const DATE: &str = "Flights can't be searched for this date.";
    match refusal.pointer.as_deref()? {
        "/slices/0/origin" | "/slices/1/destination" => Some(("origin", ORIGIN)),
        "/slices/0/destination" | "/slices/1/origin" => Some(("destination", DESTINATION)),
        "/slices/0/departure_date" => Some(("departureDate", DATE)),
        "/slices/1/departure_date" => Some(("returnDate", DATE)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use duffel::{Code as Reason, ErrorKind, Refusal};

    use super::*;

    #[test]
    fn a_refusal_of_our_account_is_told_as_ours_and_nobody_is_sent_round_in_circles() {
        let refusal = Refusal { code: Reason::from("access_token_not_found"), pointer: None };
        let error = duffel::Error {
            operation: "batch_offer_requests.create",
            status: Some(401),
            request_id: None,
            kind: ErrorKind::Refused(vec![refusal]),
            retry_after: None,
        };

        let status = Status::from(Error::Provider(error));

        let problem = Problem::from_status(&status);
        assert_eq!((problem.code.as_str(), problem.retry_after_s), ("SEARCH_UNAVAILABLE", Some(600)));
        assert!(problem.message.contains("at the moment"), "{}", problem.message);
    }
}
