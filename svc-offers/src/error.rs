use duffel::convert;
use service::{Fault, Problem};
use tonic::{Code, Status};

use crate::bags::BagFault;
use crate::domain::{QuoteError, SeatFault};

/// The sentence that the specification gives, to the letter.
pub(crate) const EXPIRED: &str = "This flight offer has expired. Please select another flight.";

const OTHER_DOCUMENTS: &str = "For this flight the airline takes no passports and asks for another identity document, \
    which we can't send. Nothing has been charged. Please select another flight.";

const BAG_UNAVAILABLE: &str = "A bag can't be bought any more as you chose it. Nothing has been charged. \
    Please look at your bags again.";

/// Why there is no offer, or none that can be sold.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("no flight provider is configured for this mode")]
    NotConfigured,
    #[error("the provider never gave this offer")]
    NotFound,
    #[error("the offer is gone")]
    Expired,
    #[error(transparent)]
    Provider(duffel::Error),
    #[error("the provider keeps others waiting for the same already")]
    TimedOut,
    #[error("too many offers are read for lists already")]
    NoTurn,
    #[error("an offer that can't be sold as it is: {0}")]
    Unsellable(#[from] convert::Error),
    #[error("seats that can't be sold")]
    Seats(Vec<(usize, SeatFault)>),
    #[error("bags that can't be sold")]
    Bags(Vec<(usize, BagFault)>),
}

impl From<QuoteError> for Error {
    fn from(error: QuoteError) -> Self {
        match error {
            QuoteError::Seats(faults) => Self::Seats(faults),
            QuoteError::Bags(faults) => Self::Bags(faults),
            QuoteError::Amount(error) => Self::Unsellable(error.into()),
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        match &error {
            Error::NotConfigured => Problem::new(
                Code::Unavailable,
                "PROVIDER_NOT_CONFIGURED",
                "Flights can't be sold in this mode.",
            ),
            Error::NotFound => {
                Problem::new(Code::NotFound, "OFFER_NOT_FOUND", "This flight offer does not exist.")
            }
            Error::Expired => Problem::new(Code::FailedPrecondition, "OFFER_EXPIRED", EXPIRED),
            Error::Provider(refused) if refused.is_of_our_account() => closed(&error),
            Error::Provider(_) | Error::TimedOut | Error::NoTurn => Problem::unavailable(
                "PROVIDER_UNAVAILABLE",
                "We can't reach the airline right now. Please try again in a moment.",
                &error,
            ),
            Error::Unsellable(convert::Error::OtherDocuments) => {
                Problem::new(Code::FailedPrecondition, "DOCUMENTS_UNSUPPORTED", OTHER_DOCUMENTS)
            }
            Error::Unsellable(cause) => Problem::internal(cause),
            Error::Seats(faults) => field_errors(faults),
            Error::Bags(faults) => bags_unavailable(faults),
        }
        .into()
    }
}

/// The provider sells nothing to us until a person has put our account right.
fn closed(cause: &Error) -> Problem {
    const SENTENCE: &str = "We can't sell flights at the moment, and we are working on it. Nothing has been charged. \
        Please come back later.";
    Problem {
        retry_after_s: Some(duffel::ACCOUNT_REFUSED_RETRY_S),
        ..Problem::unavailable("PROVIDER_UNAVAILABLE", SENTENCE, cause)
    }
}

fn field_errors(faults: &[(usize, SeatFault)]) -> Problem {
    let violation = |(place, fault): &(usize, SeatFault)| {
        Fault::from((fault.code(), fault.to_string())).in_field(format!("seats[{place}].seatId"))
    };
    Problem::validation(faults.iter().map(violation).collect())
}

fn bags_unavailable(faults: &[(usize, BagFault)]) -> Problem {
    let violation = |(place, fault): &(usize, BagFault)| {
        Fault::from((fault.code(), fault.to_string())).in_field(format!("bags[{place}]"))
    };
    Problem {
        fields: faults.iter().map(violation).collect(),
        ..Problem::new(Code::FailedPrecondition, "BAG_UNAVAILABLE", BAG_UNAVAILABLE)
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
            operation: "offers.get",
            status: Some(401),
            request_id: None,
            kind: ErrorKind::Refused(vec![refusal]),
            retry_after: None,
        };

        let status = Status::from(Error::Provider(error));

        let problem = Problem::from_status(&status);
        assert_eq!((problem.code.as_str(), problem.retry_after_s), ("PROVIDER_UNAVAILABLE", Some(600)));
        assert!(problem.message.contains("at the moment"), "{}", problem.message);
    }
}
