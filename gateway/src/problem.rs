//! An error as the public interface tells it (RFC 9457, problem+json), and the one table from codes to HTTP.

use std::time::Duration;

use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, StatusCode};
use money::Money;
use proto::common::v1::{FieldViolation, Money as MoneyMessage};
use serde::{Serialize, Serializer};
use tonic::Status;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Makes the closed list of codes: variant, code, HTTP status, title.
macro_rules! codes {
    ($($variant:ident = $code:literal, $status:ident, $title:literal;)+) => {
        /// What went wrong, for a program.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Code {
            $($variant,)+
        }

        impl Code {
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)+ }
            }

            pub const fn status(self) -> StatusCode {
                match self { $(Self::$variant => StatusCode::$status,)+ }
            }

            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)+ }
            }
        }
    };
}

codes! {
    MalformedRequest = "MALFORMED_REQUEST", BAD_REQUEST, "Malformed request";
    InvalidSignature = "INVALID_SIGNATURE", BAD_REQUEST, "Invalid signature";
    NotAuthenticated = "NOT_AUTHENTICATED", UNAUTHORIZED, "Not authenticated";
    InvalidCredentials = "INVALID_CREDENTIALS", UNAUTHORIZED, "Invalid credentials";
    ReauthRequired = "REAUTH_REQUIRED", UNAUTHORIZED, "Password required";
    SecondFactorRequired = "SECOND_FACTOR_REQUIRED", UNAUTHORIZED, "Second factor required";
    SecondFactorInvalid = "SECOND_FACTOR_INVALID", UNAUTHORIZED, "Invalid code";
    PaymentFailed = "PAYMENT_FAILED", PAYMENT_REQUIRED, "Payment failed";
    NotATestCard = "NOT_A_TEST_CARD", PAYMENT_REQUIRED, "Not a test card";
    LiveCardsUnavailable = "LIVE_CARDS_UNAVAILABLE", PAYMENT_REQUIRED, "Cards cannot be taken";
    CardsUnavailable = "CARDS_UNAVAILABLE", PAYMENT_REQUIRED, "Cards cannot be taken";
    CurrencyUnavailable = "CURRENCY_UNAVAILABLE", PAYMENT_REQUIRED, "Currency unavailable";
    AmountTooLarge = "AMOUNT_TOO_LARGE", PAYMENT_REQUIRED, "Amount too large";
    PaymentNotForBooking = "PAYMENT_NOT_FOR_BOOKING", PAYMENT_REQUIRED, "Payment not for this booking";
    AuthenticationRequired = "AUTHENTICATION_REQUIRED", PAYMENT_REQUIRED, "Card authentication required";
    CardExpired = "CARD_EXPIRED", PAYMENT_REQUIRED, "Card expired";
    InvalidCard = "INVALID_CARD", PAYMENT_REQUIRED, "Invalid card";
    Forbidden = "FORBIDDEN", FORBIDDEN, "Forbidden";
    CrossSite = "CROSS_SITE", FORBIDDEN, "Request from another site";
    NotFound = "NOT_FOUND", NOT_FOUND, "Not found";
    BrandNotFound = "BRAND_NOT_FOUND", NOT_FOUND, "Brand not found";
    OfferNotFound = "OFFER_NOT_FOUND", NOT_FOUND, "Offer not found";
    BookingNotFound = "BOOKING_NOT_FOUND", NOT_FOUND, "Booking not found";
    PaymentNotFound = "PAYMENT_NOT_FOUND", NOT_FOUND, "Payment not found";
    MethodNotAllowed = "METHOD_NOT_ALLOWED", METHOD_NOT_ALLOWED, "Method not allowed";
    RequestTimeout = "REQUEST_TIMEOUT", REQUEST_TIMEOUT, "Request too slow";
    OfferNotViewed = "OFFER_NOT_VIEWED", CONFLICT, "Offer not viewed";
    PriceChanged = "PRICE_CHANGED", CONFLICT, "Price changed";
    BagUnavailable = "BAG_UNAVAILABLE", CONFLICT, "Bag unavailable";
    ModeMismatch = "MODE_MISMATCH", CONFLICT, "Mode mismatch";
    UsernameTaken = "USERNAME_TAKEN", CONFLICT, "Username taken";
    EmailTaken = "EMAIL_TAKEN", CONFLICT, "E-mail address taken";
    BrandExists = "BRAND_EXISTS", CONFLICT, "Brand exists";
    BrandChanged = "BRAND_CHANGED", CONFLICT, "Brand changed";
    BrandHasTrips = "BRAND_HAS_TRIPS", CONFLICT, "Brand has trips";
    DefaultBrand = "DEFAULT_BRAND", CONFLICT, "Default brand";
    NotConfigured = "NOT_CONFIGURED", CONFLICT, "Not configured";
    NotReadyForLive = "NOT_READY_FOR_LIVE", CONFLICT, "Not ready for live mode";
    SecondFactorMissing = "SECOND_FACTOR_MISSING", CONFLICT, "No second factor";
    NotCancellable = "NOT_CANCELLABLE", CONFLICT, "Not cancellable";
    RefundChanged = "REFUND_CHANGED", CONFLICT, "Refund changed";
    NotAllowedNow = "NOT_ALLOWED_NOW", CONFLICT, "Not allowed now";
    WatchLimit = "WATCH_LIMIT", CONFLICT, "Too many watches";
    OtherAddress = "OTHER_ADDRESS", CONFLICT, "Other e-mail address";
    LastAdministrator = "LAST_ADMINISTRATOR", CONFLICT, "Last administrator";
    OfferExpired = "OFFER_EXPIRED", GONE, "Offer expired";
    TooLarge = "TOO_LARGE", PAYLOAD_TOO_LARGE, "Request too large";
    UnsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE", UNSUPPORTED_MEDIA_TYPE, "Unsupported media type";
    ValidationError = "VALIDATION_ERROR", UNPROCESSABLE_ENTITY, "Validation error";
    IdempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED", UNPROCESSABLE_ENTITY, "Idempotency key reused";
    BookingFailed = "BOOKING_FAILED", UNPROCESSABLE_ENTITY, "Booking failed";
    DocumentsUnsupported = "DOCUMENTS_UNSUPPORTED", UNPROCESSABLE_ENTITY, "Documents unsupported";
    TestPaymentInLive = "TEST_PAYMENT_IN_LIVE", UNPROCESSABLE_ENTITY, "Test payment in live mode";
    TokenInvalid = "TOKEN_INVALID", UNPROCESSABLE_ENTITY, "Link invalid";
    WorkRequired = "WORK_REQUIRED", PRECONDITION_REQUIRED, "Work required";
    TooManyAttempts = "TOO_MANY_ATTEMPTS", TOO_MANY_REQUESTS, "Too many attempts";
    RateLimited = "RATE_LIMITED", TOO_MANY_REQUESTS, "Too many requests";
    SearchBudgetSpent = "SEARCH_BUDGET_SPENT", TOO_MANY_REQUESTS, "Search budget spent";
    InternalError = "INTERNAL_ERROR", INTERNAL_SERVER_ERROR, "Internal error";
    ServiceUnavailable = "SERVICE_UNAVAILABLE", SERVICE_UNAVAILABLE, "Service unavailable";
    SearchUnavailable = "SEARCH_UNAVAILABLE", SERVICE_UNAVAILABLE, "Search unavailable";
    ProviderUnavailable = "PROVIDER_UNAVAILABLE", SERVICE_UNAVAILABLE, "Airline unavailable";
    PaymentProviderUnavailable = "PAYMENT_PROVIDER_UNAVAILABLE", SERVICE_UNAVAILABLE, "Card provider unavailable";
    ProviderNotConfigured = "PROVIDER_NOT_CONFIGURED", SERVICE_UNAVAILABLE, "Provider not configured";
    ModeUnknown = "MODE_UNKNOWN", SERVICE_UNAVAILABLE, "Mode unknown";
}

impl Code {
    /// Reads a code of a service. Nothing for one that no client was promised.
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str() == code)
    }

    /// After which another try makes sense, where nothing more exact is known.
    fn usual_wait(self) -> Option<Duration> {
        match self.status() {
            // The time that a network's tries at a password count (svc-identity, which says more exactly how long).
            StatusCode::TOO_MANY_REQUESTS if self == Self::TooManyAttempts => {
                Some(Duration::from_secs(15 * 60))
            }
            // svc-search says when there is a budget again, if there ever is one.
            StatusCode::TOO_MANY_REQUESTS if self == Self::SearchBudgetSpent => None,
            StatusCode::TOO_MANY_REQUESTS => Some(Duration::from_secs(60)),
            // It waits for an operator.
            StatusCode::SERVICE_UNAVAILABLE if self == Self::ProviderNotConfigured => {
                Some(Duration::from_secs(60))
            }
            StatusCode::SERVICE_UNAVAILABLE => Some(Duration::from_secs(5)),
            _ => None,
        }
    }

    /// For a code that a service has and the public interface has not: what its gRPC code says by itself.
    fn of_grpc(code: tonic::Code) -> Self {
        match code {
            tonic::Code::InvalidArgument | tonic::Code::OutOfRange => Self::ValidationError,
            tonic::Code::Unauthenticated => Self::NotAuthenticated,
            tonic::Code::PermissionDenied => Self::Forbidden,
            tonic::Code::NotFound => Self::NotFound,
            tonic::Code::ResourceExhausted => Self::TooManyAttempts,
            tonic::Code::Unavailable | tonic::Code::DeadlineExceeded | tonic::Code::Cancelled => {
                Self::ServiceUnavailable
            }
            _ => Self::InternalError,
        }
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl PartialSchema for Code {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(
                "What went wrong, for a program. docs/errors.md says of each what causes it and what helps.",
            ))
            .enum_values(Some(Self::ALL.iter().map(|code| code.as_str())))
            .into()
    }
}

impl ToSchema for Code {}

/// An exact amount as a decimal string.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Amount {
    pub amount: String,
    pub currency: String,
}

impl Amount {
    /// Nothing for an amount that a service left out or misspelt.
    pub fn of(money: Option<MoneyMessage>) -> Option<Self> {
        let money = money?;
        let currency = money.currency.parse().ok()?;
        Some(Self { amount: Money::new(money.minor, currency).amount(), currency: money.currency })
    }
}

/// What a service leaves empty it does not know.
pub(crate) fn said(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

/// The rule of a field error that says no more.
const INVALID: &str = "invalid";
const REQUIRED: &str = "required";

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct FieldError {
    /// Which rule of the field is broken, for a program: one of those in docs/errors.md.
    pub code: String,
    /// A path into the request, for example `passengers[0].firstName`.
    pub field: String,
    /// A sentence for the person.
    pub message: String,
}

impl FieldError {
    /// Returns an error of the rule `invalid`.
    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: INVALID.to_owned(), field: field.into(), message: message.into() }
    }

    /// Returns an error of the rule `required`.
    pub fn required(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: REQUIRED.to_owned(), field: field.into(), message: message.into() }
    }
}

impl From<FieldViolation> for FieldError {
    fn from(violation: FieldViolation) -> Self {
        let FieldViolation { field, message, code } = violation;
        Self { code: if code.is_empty() { INVALID.to_owned() } else { code }, field, message }
    }
}

/// Why a call failed, before it has a request id.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ApiError {
    pub code: Code,
    pub message: String,
    pub fields: Vec<FieldError>,
    pub price: Option<Amount>,
    /// Of a booking that failed: why, more exactly than the code.
    pub reason: Option<String>,
    /// Of a booking that failed: what became of the money.
    pub money: Option<String>,
    pub retry_after: Option<Duration>,
    /// Of `WorkRequired`: what is to be solved.
    pub challenge: Option<String>,
}

impl ApiError {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            fields: Vec::new(),
            price: None,
            reason: None,
            money: None,
            retry_after: None,
            challenge: None,
        }
    }

    pub fn not_authenticated() -> Self {
        // The text is the specification's own: its client compares it.
        Self::new(Code::NotAuthenticated, "Not authenticated")
    }

    /// The request carries a token that another one has just renewed. The new one may still be on its way to the browser.
    pub fn overtaken() -> Self {
        Self { retry_after: Some(Duration::from_secs(1)), ..Self::not_authenticated() }
    }

    /// A fault of ours. The caller logs what it is.
    pub fn internal() -> Self {
        Self::new(Code::InternalError, "Something went wrong. Please try again.")
    }

    pub fn invalid_field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::of_field(FieldError::invalid(field, message))
    }

    pub fn missing_field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::of_field(FieldError::required(field, message))
    }

    fn of_field(field: FieldError) -> Self {
        let message = field.message.clone();
        Self { fields: vec![field], ..Self::new(Code::ValidationError, message) }
    }

    /// Seconds after which another try makes sense, where that is known.
    fn retry_after_s(&self) -> Option<u64> {
        let wait = self.retry_after.or(self.code.usual_wait())?;
        Some(wait.as_secs().max(1))
    }

    /// The answer, now that the request's id is known.
    pub fn render(self, request_id: &str) -> Response {
        let retry_after_s = self.retry_after_s();
        let mut response = answer(self.code.status(), &Problem::new(self, request_id));
        if let Some(seconds) = retry_after_s {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A service's error. A code of its own that the public interface lacks becomes what its gRPC code says.
impl From<Status> for ApiError {
    fn from(status: Status) -> Self {
        let problem = service::Problem::from_status(&status);
        let code = Code::parse(&problem.code).unwrap_or_else(|| Code::of_grpc(problem.grpc));
        if code.status().is_server_error() {
            tracing::warn!(rpc.code = ?problem.grpc, error.code = problem.code, "a service failed a call");
        }
        Self {
            fields: problem.fields.into_iter().map(FieldError::from).collect(),
            price: Amount::of(problem.price),
            retry_after: problem.retry_after_s.map(|seconds| Duration::from_secs(seconds.into())),
            ..Self::new(code, problem.message)
        }
    }
}

/// Carries the error to the middleware that knows the request's id (`edge::observe`) and writes the body.
impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.code.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// The body of every error.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// Where the code is explained.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference")]
    kind: String,
    title: &'static str,
    status: u16,
    /// One sentence for the person.
    detail: String,
    code: Code,
    /// Names this request in our logs and traces.
    request_id: String,
    /// The same as `detail`.
    message: String,
    /// One entry a field that was refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldError>,
    /// The price that holds now, where the code is `PRICE_CHANGED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    price: Option<Amount>,
    /// Of a booking that failed: why, more exactly than the code. One of the reasons in docs/errors.md.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
    /// Of a booking that failed: what became of the money, not_charged, paid_back or owed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    money: Option<String>,
    /// Where the code is `WORK_REQUIRED`: a challenge of ALTCHA's protocol (version 2), as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    challenge: Option<String>,
    /// Seconds after which another try makes sense: what `Retry-After` says, which an event of a stream lacks.
    #[serde(rename = "retryAfterSeconds", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    retry_after_seconds: Option<u64>,
}

impl Problem {
    pub fn new(error: ApiError, request_id: &str) -> Self {
        let retry_after_seconds = error.retry_after_s();
        Self {
            kind: format!("/api/docs#{}", error.code.as_str()),
            title: error.code.title(),
            status: error.code.status().as_u16(),
            detail: error.message.clone(),
            code: error.code,
            request_id: request_id.to_owned(),
            message: error.message,
            errors: error.fields,
            price: error.price,
            reason: error.reason,
            money: error.money,
            challenge: error.challenge,
            retry_after_seconds,
        }
    }
}

/// A problem, alone or with more members, under its media type.
pub(crate) fn answer(status: StatusCode, problem: &impl Serialize) -> Response {
    let body = serde_json::to_vec(problem).expect("a problem is strings and numbers");
    (status, [(CONTENT_TYPE, "application/problem+json")], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_comes_back_sooner_to_what_comes_back_by_itself() {
        let wait = |code: Code| code.usual_wait().map(|wait| wait.as_secs());
        assert_eq!(wait(Code::ServiceUnavailable), Some(5));
        assert_eq!(wait(Code::ProviderNotConfigured), Some(60));
        assert_eq!(wait(Code::SearchBudgetSpent), None);
        assert_eq!(wait(Code::NotFound), None);
    }

    #[test]
    fn a_services_code_decides_the_answer_and_else_its_grpc_code_does() {
        let check = |status: Status, code: &str, http: u16| {
            let error = ApiError::from(status);
            assert_eq!((error.code.as_str(), error.code.status().as_u16()), (code, http));
        };
        let designed = |grpc, code: &str| service::Problem::new(grpc, code, "A sentence.").into();
        check(designed(tonic::Code::FailedPrecondition, "OFFER_EXPIRED"), "OFFER_EXPIRED", 410);
        check(designed(tonic::Code::FailedPrecondition, "PRICE_CHANGED"), "PRICE_CHANGED", 409);
        check(designed(tonic::Code::FailedPrecondition, "BAG_UNAVAILABLE"), "BAG_UNAVAILABLE", 409);
        check(
            designed(tonic::Code::FailedPrecondition, "DOCUMENTS_UNSUPPORTED"),
            "DOCUMENTS_UNSUPPORTED",
            422,
        );
        check(designed(tonic::Code::Aborted, "IDEMPOTENCY_KEY_REUSED"), "IDEMPOTENCY_KEY_REUSED", 422);
        check(
            designed(tonic::Code::InvalidArgument, "IDEMPOTENCY_KEY_REUSED"),
            "IDEMPOTENCY_KEY_REUSED",
            422,
        );
        check(designed(tonic::Code::ResourceExhausted, "WATCH_LIMIT"), "WATCH_LIMIT", 409);
        check(designed(tonic::Code::NotFound, "NOBODY_PROMISED_THIS"), "NOT_FOUND", 404);
        check(Status::unavailable("tcp connect error"), "SERVICE_UNAVAILABLE", 503);
        check(Status::deadline_exceeded(""), "SERVICE_UNAVAILABLE", 503);
        check(Status::unauthenticated(""), "NOT_AUTHENTICATED", 401);
        check(Status::internal("stack trace"), "INTERNAL_ERROR", 500);
    }

    #[test]
    fn who_has_to_wait_is_told_how_long() {
        let check = |code, expected: Option<&str>| {
            let response = ApiError::new(code, "A sentence.").render("r1");
            let told = response.headers().get(RETRY_AFTER).map(|value| value.to_str().unwrap().to_owned());
            assert_eq!(told.as_deref(), expected, "{}", code.as_str());
            let body = serde_json::to_value(Problem::new(ApiError::new(code, "A sentence."), "r1")).unwrap();
            let in_body = body.get("retryAfterSeconds").map(ToString::to_string);
            assert_eq!(in_body.as_deref(), expected, "{}", code.as_str());
        };
        check(Code::TooManyAttempts, Some("900"));
        check(Code::RateLimited, Some("60"));
        check(Code::SearchBudgetSpent, None);
        check(Code::SearchUnavailable, Some("5"));
        check(Code::OfferExpired, None);
        let known = service::Problem::new(tonic::Code::Unavailable, "SEARCH_UNAVAILABLE", "A sentence.");
        let known = service::Problem { retry_after_s: Some(42), ..known };
        let known = ApiError::from(Status::from(known));
        assert_eq!(Problem::new(known.clone(), "r1").retry_after_seconds, Some(42));
        assert_eq!(known.render("r1").headers()[RETRY_AFTER], "42");
    }

    #[test]
    fn r018_no_cause_reaches_the_body() {
        let problem = Problem::new(Status::internal("password authentication failed").into(), "r1");

        let body = serde_json::to_string(&problem).unwrap();

        assert!(!body.contains("password"), "{body}");
        assert!(body.contains(r#""request_id":"r1""#), "{body}");
    }

    #[test]
    fn the_document_of_errors_lists_every_code_with_its_status_and_no_other() {
        let document = include_str!("../../docs/errors.md");
        let listed: Vec<_> = document
            .lines()
            .filter_map(|line| {
                let mut cells = line.strip_prefix("| `")?.split('|').map(str::trim);
                let code = cells.next()?.trim_end_matches('`').to_owned();
                let status = cells.next()?.parse::<u16>().ok()?;
                let explained = cells.take(2).filter(|cell| !cell.is_empty()).count() == 2;
                Some((code, status, explained))
            })
            .collect();

        let known: Vec<_> =
            Code::ALL.iter().map(|code| (code.as_str().to_owned(), code.status().as_u16(), true)).collect();

        assert_eq!(listed, known);
    }
}
