use std::fmt;

use serde::Deserialize;

/// Refusals over the intent's state or the cardholder: the intent itself tells what has become of the money.
const OF_THE_INTENT: [&str; 3] = [
    "payment_intent_unexpected_state",
    "payment_intent_authentication_failure",
    "payment_intent_payment_attempt_failed",
];

/// A call that brought no result. Holds no text of the provider: its messages may quote what was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The call, for example `payment_intents.confirm`.
    pub operation: &'static str,
    /// Absent where no answer came.
    pub status: Option<u16>,
    /// What the provider's support asks for.
    pub request_id: Option<String>,
    /// What the provider answered a call under the same key before.
    pub is_replay: bool,
    pub kind: ErrorKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorKind {
    /// An id that the provider can't have given; it was not asked.
    ForeignId,
    /// A currency that the provider may count in another way; it was not asked.
    ForeignCurrency,
    /// No connection was made, so that no byte of the request has left.
    NotSent,
    /// Not tried: the provider has failed too often just now, or too many wait for it.
    Resting,
    Timeout,
    /// The connection broke after the request was sent, in part or whole.
    Broken,
    /// The provider said why not.
    Refused {
        kind: String,
        code: Option<String>,
        /// The parameter that it is about.
        param: Option<String>,
    },
    /// An answer that is no success and holds no error of the provider's: a proxy's page, a redirect.
    Foreign,
    /// A success whose body can't be read.
    Undecodable,
    /// An object of the other mode.
    OtherMode,
}

impl Error {
    /// The card was refused: nothing is held, and another try needs another card or key.
    pub fn is_decline(&self) -> bool {
        self.status == Some(402) && self.is_refusal_of("card_error")
    }

    /// The bank requires a 3-D Secure challenge, which did not take place.
    pub fn needs_authentication(&self) -> bool {
        matches!(&self.kind, ErrorKind::Refused { code: Some(code), .. } if code == "authentication_required")
    }

    /// Certainly without effect. An `idempotency_error` is not: another request under that key may have had one.
    /// Nor is a code or status that was never seen before.
    pub fn is_definitely_not(&self) -> bool {
        match self.status {
            None => {
                matches!(
                    self.kind,
                    ErrorKind::NotSent
                        | ErrorKind::Resting
                        | ErrorKind::ForeignId
                        | ErrorKind::ForeignCurrency
                )
            }
            Some(400 | 401 | 403 | 404) => self.is_refusal_of("invalid_request_error"),
            Some(402) => matches!(self.kind, ErrorKind::Refused { .. }),
            Some(_) => false,
        }
    }

    /// The provider turned the call away before it began: another call has the key or the object (409, `lock_timeout`),
    /// or there are too many. The same call may be sent again under the same key.
    pub fn is_turned_away(&self) -> bool {
        matches!(self.status, Some(409 | 429))
    }

    /// The call had no effect, and what stands in its way is ours to mend: a key that is dead or may not do this, a
    /// request that the provider does not take. No card and no other try of the traveller's helps.
    pub fn is_our_fault(&self) -> bool {
        let ErrorKind::Refused { kind, code, .. } = &self.kind else { return false };
        let is_of_the_intent = code.as_deref().is_some_and(|code| OF_THE_INTENT.contains(&code));
        let is_certain = self.is_definitely_not() || self.status == Some(429);
        is_certain && kind != "card_error" && !is_of_the_intent
    }

    /// A confirmation names a payment method that the provider does not know: it was made up, or the page's key is of
    /// another account than ours. Where it does not know the intent, our own key is of another account.
    pub fn is_of_unknown_method(&self) -> bool {
        let ErrorKind::Refused { code, param, .. } = &self.kind else { return false };
        code.as_deref() == Some("resource_missing") && param.as_deref() != Some("intent")
    }

    /// The provider does not take our key, for any call.
    pub fn is_of_our_key(&self) -> bool {
        matches!((self.status, &self.kind), (Some(401 | 403), ErrorKind::Refused { .. }))
    }

    /// Whether the provider keeps this answer under the call's key. What it turned away before it began (409: the
    /// key is in use, 429: too many requests) may be sent again under the same key.
    pub fn closes_key(&self) -> bool {
        self.status.is_some() && !self.is_turned_away()
    }

    /// Whether the provider is certain to keep this answer, so that everything else sent under the key is answered
    /// alike: nothing is under way under it any more. A proxy's page says nothing of that, and of an error of the
    /// provider's own it is certain once the provider repeats it.
    pub fn ends_key(&self) -> bool {
        let is_own = matches!(self.kind, ErrorKind::Refused { .. });
        let is_kept = self.is_replay || self.status.is_some_and(|status| status < 500);
        is_own && is_kept && self.closes_key()
    }

    fn is_refusal_of(&self, wanted: &str) -> bool {
        matches!(&self.kind, ErrorKind::Refused { kind, .. } if kind == wanted)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.operation)?;
        match &self.kind {
            ErrorKind::ForeignId => f.write_str("not an id of the provider")?,
            ErrorKind::ForeignCurrency => f.write_str("not a currency that is counted alike")?,
            ErrorKind::NotSent => f.write_str("no connection")?,
            ErrorKind::Resting => f.write_str("left alone for a moment")?,
            ErrorKind::Timeout => f.write_str("no answer in time")?,
            ErrorKind::Broken => f.write_str("the connection broke")?,
            ErrorKind::Refused { kind, code, .. } => f.write_str(code.as_deref().unwrap_or(kind))?,
            ErrorKind::Foreign => f.write_str("not an answer of the provider")?,
            ErrorKind::Undecodable => f.write_str("a body that can't be read")?,
            ErrorKind::OtherMode => f.write_str("an object of the other mode")?,
        }
        if let Some(status) = self.status {
            write!(f, " (status {status})")?;
        }
        match &self.request_id {
            Some(id) => write!(f, " [request {id}]"),
            None => Ok(()),
        }
    }
}

/// The body of a refusal. Messages are not read on purpose.
#[derive(Debug, Deserialize)]
pub(super) struct ErrorBody {
    error: RefusalBody,
}

#[derive(Debug, Deserialize)]
struct RefusalBody {
    #[serde(rename = "type")]
    kind: String,
    code: Option<String>,
    param: Option<String>,
}

impl From<ErrorBody> for ErrorKind {
    fn from(body: ErrorBody) -> Self {
        let RefusalBody { kind, code, param } = body.error;
        Self::Refused { kind, code, param }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_at_its_end_only_where_nothing_can_be_under_way_under_it() {
        let own = || ErrorKind::Refused { kind: "api_error".into(), code: None, param: None };
        for (status, kind, is_replay, expected) in [
            (Some(402), own(), false, true),
            (Some(409), own(), false, false),
            (Some(429), own(), false, false),
            (Some(500), own(), false, false),
            (Some(500), own(), true, true),
            (Some(502), ErrorKind::Foreign, false, false),
            (Some(403), ErrorKind::Foreign, false, false),
            (Some(200), ErrorKind::Undecodable, false, false),
            (None, ErrorKind::Timeout, false, false),
        ] {
            let error = Error { operation: "refunds.create", status, request_id: None, is_replay, kind };
            assert_eq!(error.ends_key(), expected, "{error:?}");
        }
    }

    #[test]
    fn a_missing_intent_is_no_unknown_payment_method() {
        let unknown = |param: &str| {
            let body = format!(
                r#"{{"error":{{"type":"invalid_request_error","code":"resource_missing","param":{param}}}}}"#
            );
            let kind = serde_json::from_str::<ErrorBody>(&body).unwrap().into();
            let operation = "payment_intents.confirm";
            Error { operation, status: Some(404), request_id: None, is_replay: false, kind }
        };

        assert!(unknown(r#""payment_method""#).is_of_unknown_method());
        assert!(!unknown(r#""intent""#).is_of_unknown_method());
        assert!([unknown(r#""intent""#), unknown("null")].iter().all(Error::is_our_fault));
    }
}
