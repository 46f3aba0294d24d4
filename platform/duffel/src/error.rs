use std::fmt;
use std::time::Duration;

use serde::Deserialize;

use crate::wire::word::words;

/// When a visitor may look again whether our account at the provider is in order: a person has to mend it.
pub const ACCOUNT_REFUSED_RETRY_S: u32 = 600;

/// A call that brought no result. Holds no text of the provider: its messages may quote what was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The call, for example `orders.create`.
    pub operation: &'static str,
    /// Absent where no answer came.
    pub status: Option<u16>,
    /// What the provider's support asks for.
    pub request_id: Option<String>,
    /// What went wrong.
    pub kind: ErrorKind,
    /// When the call can be made, where the provider's rate limit or our share of it is the reason.
    pub retry_after: Option<Duration>,
}

/// How a call failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorKind {
    /// An id that the provider can't have given; it was not asked.
    ForeignId,
    /// No connection was made, so that no byte of the request has left.
    NotSent,
    /// Not tried: the provider has failed too often just now, or too many wait for it.
    Resting,
    /// A search or a look-up, not tried: what is left of the rate limit is kept for purchases.
    Reserved,
    /// A read, not tried: this process has made the calls a minute that it may.
    OverQuota,
    /// No answer came in time.
    Timeout,
    /// The connection broke after the request was sent, in part or whole.
    Broken,
    /// The provider said why not.
    Refused(Vec<Refusal>),
    /// An answer that is no success and holds no error of the provider's: a proxy's page, a redirect.
    Foreign,
    /// 200 or 202 to a creation: the result comes later, or never.
    Accepted,
    /// A success whose body can't be read.
    Undecodable,
}

/// One of the provider's errors.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Refusal {
    /// The provider's code.
    #[serde(deserialize_with = "code")]
    pub code: Code,
    /// Where in the request, for example `/passengers/0/id`.
    #[serde(default, rename = "source", deserialize_with = "pointer")]
    pub pointer: Option<String>,
}

impl Error {
    /// The call was not tried, so that what is left of the rate limit, or of our share of it, is there for others.
    pub fn is_held_back(&self) -> bool {
        matches!(self.kind, ErrorKind::Reserved | ErrorKind::OverQuota)
    }

    /// Nothing of the call has reached the provider.
    pub(crate) fn was_never_sent(&self) -> bool {
        matches!(
            self.kind,
            ErrorKind::NotSent | ErrorKind::Resting | ErrorKind::Reserved | ErrorKind::OverQuota
        )
    }

    /// The first of the provider's codes, if it gave one.
    pub fn code(&self) -> Option<&Code> {
        self.refusals().first().map(|refusal| &refusal.code)
    }

    /// The reasons the provider gave; none where it did not answer.
    pub fn refusals(&self) -> &[Refusal] {
        match &self.kind {
            ErrorKind::Refused(refusals) => refusals,
            _ => &[],
        }
    }

    /// Whether the provider gave this reason.
    pub fn has_code(&self, code: &Code) -> bool {
        self.refusals().iter().any(|refusal| refusal.code == *code)
    }

    /// Whether the fault is in our account there, its token or its balance: every call of the kind fails until a person
    /// puts that right.
    pub fn is_of_our_account(&self) -> bool {
        self.refusals().iter().any(|refusal| refusal.code.refuses_account())
    }

    /// The provider knows no such thing in this mode.
    pub fn is_not_found(&self) -> bool {
        self.kind == ErrorKind::ForeignId || self.status == Some(404)
    }

    /// The offer existed, and can no longer be sold.
    pub fn is_offer_gone(&self) -> bool {
        [Code::OfferNoLongerAvailable, Code::OfferExpired, Code::OfferRequestAlreadyBooked]
            .iter()
            .any(|code| self.has_code(code))
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.operation)?;
        match &self.kind {
            ErrorKind::ForeignId => f.write_str("not an id of the provider")?,
            ErrorKind::NotSent => f.write_str("no connection")?,
            ErrorKind::Resting => f.write_str("left alone for a moment")?,
            ErrorKind::Reserved => f.write_str("the rest of the rate limit is kept for purchases")?,
            ErrorKind::OverQuota => f.write_str("DUFFEL_CALLS_PER_MINUTE are spent")?,
            ErrorKind::Timeout => f.write_str("no answer in time")?,
            ErrorKind::Broken => f.write_str("the connection broke")?,
            ErrorKind::Refused(refusals) => {
                let codes: Vec<_> = refusals.iter().map(|refusal| refusal.code.as_str()).collect();
                f.write_str(&codes.join(", "))?;
            }
            ErrorKind::Foreign => f.write_str("not an answer of the provider")?,
            ErrorKind::Accepted => f.write_str("accepted, not finished")?,
            ErrorKind::Undecodable => f.write_str("a body that can't be read")?,
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

/// The body of a refusal.
#[derive(Debug, Deserialize)]
pub(crate) struct ErrorBody {
    pub errors: Vec<Refusal>,
}

/// A string, and once a number.
fn code<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
    Ok(match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::String(word) => Code::from(word.as_str()),
        other => Code::Other(other.to_string()),
    })
}

/// An object on validation errors, the airline's name on some others.
fn pointer<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let source = serde_json::Value::deserialize(deserializer)?;
    Ok(source.get("pointer").and_then(serde_json::Value::as_str).map(str::to_owned))
}

words! {
    /// Why the provider refused.
    Code {
        MissingAuthorizationHeader = "missing_authorization_header",
        InvalidAuthorizationHeader = "invalid_authorization_header",
        AccessTokenNotFound = "access_token_not_found",
        ExpiredAccessToken = "expired_access_token",
        InsufficientPermissions = "insufficient_permissions",
        UnavailableFeature = "unavailable_feature",
        MissingVersionHeader = "missing_version_header",
        InvalidVersionHeader = "invalid_version_header",
        UnsupportedVersion = "unsupported_version",
        MissingContentTypeHeader = "missing_content_type_header",
        InvalidContentTypeHeader = "invalid_content_type_header",
        UnsupportedFormat = "unsupported_format",
        MissingDataParam = "missing_data_param",
        InvalidDataParam = "invalid_data_param",
        MalformedDataParam = "malformed_data_param",
        BadRequest = "bad_request",
        NotFound = "not_found",
        RateLimitExceeded = "rate_limit_exceeded",
        InternalServerError = "internal_server_error",
        GatewayTimeout = "gateway_timeout_error",
        ValidationRequired = "validation_required",
        ValidationFormat = "validation_format",
        ValidationLength = "validation_length",
        ValidationInclusion = "validation_inclusion",
        ValidationType = "validation_type",
        ValidationUnique = "validation_unique",
        ValidationChecksum = "validation_checksum",
        InvalidFieldSets = "invalid_field_sets",
        NoMatch = "no_match",
        PaymentAmountDoesNotMatch = "payment_amount_does_not_match_order_amount",
        PaymentCurrencyDoesNotMatch = "payment_currency_does_not_match_order_currency",
        OfferRequestAlreadyBooked = "offer_request_already_booked",
        OrderCreationAlreadyAttempted = "order_creation_already_attempted",
        DuplicateBooking = "duplicate_booking",
        OfferNoLongerAvailable = "offer_no_longer_available",
        OfferExpired = "offer_expired",
        PriceChanged = "price_changed",
        InsufficientBalance = "insufficient_balance",
        PaymentDeclined = "payment_declined",
        HighFraudRisk = "high_fraud_risk",
        InvalidCardExpirationDate = "invalid_card_expiration_date",
        ThreeDSecureSessionNotFound = "three_d_secure_session_not_found",
        ThreeDSecureSessionExpired = "three_d_secure_session_expired",
        ThreeDSecureSessionNotReady = "three_d_secure_session_not_ready_for_payment",
        AncillaryServiceNotAvailable = "ancillary_service_not_available",
        DuplicatePassengerName = "duplicate_passenger_name",
        DuplicatePassengerNames = "duplicate_passenger_names",
        InvalidPassengerName = "invalid_passenger_name",
        InvalidPassengerTitle = "invalid_passenger_title",
        InvalidPhoneNumber = "invalid_phone_number",
        InvalidEmailAddress = "invalid_email_address",
        InvalidLoyaltyCard = "invalid_loyalty_card",
        PassengersIncompatibleWithOffer = "order_passengers_incompatible_with_offer",
        NotValidWithSelectedOffer = "not_valid_with_selected_offer",
        PaymentsNotAllowedForOrderType = "payments_not_allowed_for_order_type",
        ServicesNotAllowedForOrderType = "services_not_allowed_for_order_type",
        OrderNotCreated = "order_not_created",
        AirlineUnknown = "airline_unknown",
        AirlineInternal = "airline_internal",
        InvalidOrderCreateType = "invalid_order_create_type",
        AlreadyPaid = "already_paid",
        PastPaymentRequiredByDate = "past_payment_required_by_date",
        ScheduleChanged = "schedule_changed",
        OrderTypeNotEligibleForPayment = "order_type_not_eligible_for_payment",
        PayLaterOrderNoPaymentForAncillaries = "pay_later_order_no_payment_for_ancillaries",
        AlreadyCancelled = "already_cancelled",
        OrderNotCancellable = "order_not_cancellable",
        OrderCancellationStale = "order_cancellation_stale",
        OrderNotChangeable = "order_not_changeable",
        OrderNotChangeableYet = "order_not_changeable_yet",
        OrderChangeAlreadyActioned = "order_change_already_actioned",
        StaleAirlineInitiatedChangeAccept = "stale_airline_initiated_change_accept",
        StaleAirlineInitiatedChangeUpdate = "stale_airline_initiated_change_update",
        UnsupportedAction = "unsupported_action",
        ModifiedExternally = "modified_externally",
        InvalidOrder = "invalid_order",
        UnavailableInVersion = "unavailable_in_version",
        IneligibleAirlineCredit = "ineligible_airline_credit",
        UnsafeUnique = "unsafe_unique",
        WebhookClientError = "webhook_client_error",
    }
}

impl Code {
    /// With status 401: the provider did not accept our token, and looked no further.
    pub(crate) fn refuses_token(&self) -> bool {
        matches!(
            self,
            Self::MissingAuthorizationHeader
                | Self::InvalidAuthorizationHeader
                | Self::AccessTokenNotFound
                | Self::ExpiredAccessToken
        )
    }

    fn refuses_account(&self) -> bool {
        let is_of_rights = matches!(self, Self::InsufficientPermissions | Self::UnavailableFeature);
        self.refuses_token() || is_of_rights || *self == Self::InsufficientBalance
    }

    /// The request was refused before it did anything: its sender, headers, form or fields.
    pub(crate) fn refuses_request(&self) -> bool {
        self.refuses_token()
            || matches!(
                self,
                Self::InsufficientPermissions
                    | Self::UnavailableFeature
                    | Self::MissingVersionHeader
                    | Self::InvalidVersionHeader
                    | Self::UnsupportedVersion
                    | Self::MissingContentTypeHeader
                    | Self::InvalidContentTypeHeader
                    | Self::UnsupportedFormat
                    | Self::MissingDataParam
                    | Self::InvalidDataParam
                    | Self::MalformedDataParam
                    | Self::BadRequest
                    | Self::NotFound
                    | Self::RateLimitExceeded
                    | Self::ValidationRequired
                    | Self::ValidationFormat
                    | Self::ValidationLength
                    | Self::ValidationInclusion
                    | Self::ValidationType
                    | Self::ValidationUnique
                    | Self::ValidationChecksum
                    | Self::InvalidFieldSets
                    | Self::NoMatch
            )
    }

    /// With a 4xx status: no order came of it. `OfferRequestAlreadyBooked`, `OrderCreationAlreadyAttempted` and
    /// `DuplicateBooking` are missing on purpose: the order they speak of may be this very one.
    pub(crate) fn refuses_order(&self) -> bool {
        self.refuses_request()
            || matches!(
                self,
                Self::PaymentAmountDoesNotMatch
                    | Self::PaymentCurrencyDoesNotMatch
                    | Self::OfferNoLongerAvailable
                    | Self::OfferExpired
                    | Self::PriceChanged
                    | Self::InsufficientBalance
                    | Self::PaymentDeclined
                    | Self::HighFraudRisk
                    | Self::InvalidCardExpirationDate
                    | Self::ThreeDSecureSessionNotFound
                    | Self::ThreeDSecureSessionExpired
                    | Self::ThreeDSecureSessionNotReady
                    | Self::AncillaryServiceNotAvailable
                    | Self::DuplicatePassengerName
                    | Self::DuplicatePassengerNames
                    | Self::InvalidPassengerName
                    | Self::InvalidPassengerTitle
                    | Self::InvalidPhoneNumber
                    | Self::InvalidEmailAddress
                    | Self::InvalidLoyaltyCard
                    | Self::PassengersIncompatibleWithOffer
                    | Self::OrderNotCreated
                    | Self::InvalidOrderCreateType
                    | Self::NotValidWithSelectedOffer
                    | Self::PaymentsNotAllowedForOrderType
                    | Self::ServicesNotAllowedForOrderType
            )
    }

    /// With a 4xx status: nothing was cancelled by this call. `AlreadyCancelled` is missing on purpose: an
    /// earlier confirmation of ours may have done it.
    pub(crate) fn refuses_cancellation(&self) -> bool {
        self.refuses_request() || matches!(self, Self::OrderNotCancellable | Self::OrderCancellationStale)
    }
}
