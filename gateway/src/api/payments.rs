use std::time::Duration;

use axum::Json as Answer;
use axum::extract::State;
use http::HeaderMap;
use proto::payments::v1::{AuthorisePaymentRequest, AuthorisePaymentResponse, Card, PaymentStatus, Refusal};
use serde::{Deserialize, Serialize};
use service::security_log::Event;
use utoipa::ToSchema;
use uuid::Uuid;
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::amount::SentAmount;
use super::bags::{SelectedBag, bag_selections};
use super::idempotency_key::idempotency_key;
use super::ids::check_id;
use super::seats::{SelectedSeat, selections};
use crate::limits::Budget;
use crate::modes::{Mode, expected};
use crate::problem::{Amount, ApiError, Code};
use crate::request::{Json, NewSession};
use crate::security_notes::{SecurityNotes, reason};
use crate::services::{PROVIDER_DEADLINE, Service};
use crate::state::{Gateway, Shared};

/// A card as typed.
// Without Debug, and wiped when dropped (requirement R8).
#[derive(Deserialize, ToSchema, Zeroize, ZeroizeOnDrop)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardDetails {
    number: String,
    #[schema(value_type = String)]
    expiry_month: Digits,
    /// Two or four digits.
    #[schema(value_type = String)]
    expiry_year: Digits,
    cvv: String,
    holder_name: String,
}

/// A number, or the digits of one.
#[derive(Deserialize, Zeroize)]
#[serde(untagged)]
enum Digits {
    Number(u32),
    Text(String),
}

impl Digits {
    fn read(&self, field: &str) -> Result<u32, ApiError> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Text(text) => {
                text.trim().parse().map_err(|_| ApiError::invalid_field(field, "Please type digits."))
            }
        }
    }
}

impl CardDetails {
    /// The one copy that leaves the gateway.
    pub fn into_message(mut self, path: &str) -> Result<Card, ApiError> {
        let year = self.expiry_year.read(&format!("{path}.expiryYear"))?;
        Ok(Card {
            expiry_month: self.expiry_month.read(&format!("{path}.expiryMonth"))?,
            // "34" is 2034: no card outlives its century.
            expiry_year: if year < 100 { year + 2000 } else { year },
            number: std::mem::take(&mut self.number),
            cvv: std::mem::take(&mut self.cvv),
            holder_name: std::mem::take(&mut self.holder_name),
        })
    }
}

/// A card and what it is to pay.
// Without Debug: it holds the card.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProcessCardRequest {
    /// Compared with the server's own amount, never trusted.
    amount: SentAmount,
    currency: String,
    card_details: Option<CardDetails>,
    /// What the card provider's own fields made of a card, in place of `cardDetails`, which are then not read.
    payment_method_id: Option<String>,
    /// The offer the session opened last, where it is left out.
    offer_id: Option<String>,
    seats: Option<Vec<SelectedSeat>>,
    #[schema(max_items = 90)]
    bags: Option<Vec<SelectedBag>>,
    expected_mode: Option<Mode>,
    /// The solution of the challenge that came with WORK_REQUIRED: base64 of JSON, as ALTCHA's libraries write it.
    work: Option<String>,
}

/// What became of a card. A refusal is an answer, not an error.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum CardProcessed {
    Accepted(CardAccepted),
    Refused(CardRefused),
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardAccepted {
    /// Always true.
    success: bool,
    payment_id: String,
    status: CardStatus,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardRefused {
    /// Always false.
    success: bool,
    error: Code,
    /// A sentence for the person.
    message: String,
    /// The price that holds now, where the error is PRICE_CHANGED.
    price: Option<Amount>,
    /// Seconds until a card may be tried again, where the error is TOO_MANY_ATTEMPTS.
    retry_after_seconds: Option<u64>,
    /// Where the error is WORK_REQUIRED: a challenge of ALTCHA's protocol (version 2), as JSON. The same request with its
    /// solution may pay within ten minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    challenge: Option<String>,
}

impl From<ApiError> for CardRefused {
    fn from(error: ApiError) -> Self {
        let ApiError { code, message, price, retry_after, challenge, .. } = error;
        let retry_after_seconds = retry_after.map(|wait| wait.as_secs());
        Self { success: false, error: code, message, price, retry_after_seconds, challenge }
    }
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CardStatus {
    /// The money is held until the booking takes it.
    Authorised,
    /// The bank has not said; the booking finds out.
    Pending,
    /// The bank asks the cardholder; the booking says where.
    RequiresAction,
}

/// How an authorisation ended.
pub(super) enum Authorised {
    Yes { payment_id: String, status: CardStatus },
    No(ApiError),
}

/// Holds the price of an offer on a card. The booking takes the money.
#[utoipa::path(
    post, path = "/api/payments/process-card", tag = "booking", request_body = ProcessCardRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeat under the same key answers the same payment. Best a UUID; a card number is refused")),
    responses(
        (status = OK, body = CardProcessed),
        (status = CONFLICT, description = "BAG_UNAVAILABLE or MODE_MISMATCH"),
        (status = GONE, description = "OFFER_EXPIRED"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = SERVICE_UNAVAILABLE, description = "SERVICE_UNAVAILABLE or MODE_UNKNOWN"),
    )
)]
pub(super) async fn process_card(
    State(gateway): State<Shared>,
    headers: HeaderMap,
    buyer: NewSession,
    Json(request): Json<ProcessCardRequest>,
) -> Result<Answer<CardProcessed>, ApiError> {
    gateway.limits.check_session(Budget::PurchaseOfSession, buyer.session_id)?;
    let opened_last = || gateway.cookies.offer(&headers);
    let no_offer = || ApiError::invalid_field("offerId", "Offer ID is required");
    let offer_id = request.offer_id.or_else(opened_last).ok_or_else(no_offer)?;
    check_id("offerId", &offer_id)?;
    let takes_card = request.payment_method_id.is_none();
    let payment_method_id = request.payment_method_id.unwrap_or_default();
    check_id("paymentMethodId", &payment_method_id)?;
    let card = match request.card_details {
        Some(card) if takes_card => Some(card.into_message("cardDetails")?),
        _ => None,
    };
    let authorisation = AuthorisePaymentRequest {
        offer_id,
        seats: selections(request.seats.unwrap_or_default())?,
        bags: bag_selections(request.bags.unwrap_or_default())?,
        amount: request.amount.decimal("amount")?,
        currency: request.currency,
        card,
        payment_method_id,
        idempotency_key: idempotency_key(&headers)?.unwrap_or_else(|| Uuid::now_v7().to_string()),
        expected_mode: expected(request.expected_mode),
        client_address: buyer.client.to_string(),
        visitor: Some(buyer.visitor()),
        work: request.work.unwrap_or_default(),
    };
    require_bookings(&gateway).await?;
    Ok(Answer(match authorise(&gateway, &buyer, authorisation).await? {
        Authorised::Yes { payment_id, status } => {
            buyer.keep(&gateway).await;
            CardProcessed::Accepted(CardAccepted { success: true, payment_id, status })
        }
        Authorised::No(error) => CardProcessed::Refused(error.into()),
    }))
}

/// What is held now and booked by nobody would stay on the card for half an hour.
async fn require_bookings(gateway: &Gateway) -> Result<(), ApiError> {
    if gateway.dependencies.is_there(Service::Booking).await {
        return Ok(());
    }
    tracing::warn!("a card was refused unread: svc-booking can't work");
    let message =
        "Bookings can't be made right now, so your card was not used. Please try again in a few minutes.";
    Err(ApiError::new(Code::ServiceUnavailable, message))
}

pub(super) async fn authorise(
    gateway: &Gateway,
    buyer: &NewSession,
    authorisation: AuthorisePaymentRequest,
) -> Result<Authorised, ApiError> {
    let has_worked = !authorisation.work.is_empty();
    let request = buyer.context.request_within(PROVIDER_DEADLINE, authorisation);
    let authorised = match gateway.services.payments.clone().authorise_payment(request).await {
        Ok(answer) => ended(answer.into_inner()),
        Err(status) => refused_or_failed(ApiError::from(status))?,
    };
    note(&buyer.notes, &authorised, has_worked);
    Ok(authorised)
}

/// Whether the card reached its bank.
fn is_banks(authorised: &Authorised) -> bool {
    match authorised {
        Authorised::Yes { .. } => true,
        Authorised::No(error) => matches!(error.code, Code::PaymentFailed | Code::AuthenticationRequired),
    }
}

/// Tells the security log of cards. A refusal that says nothing of the card or its payer, such as a changed price, is none.
fn note(notes: &SecurityNotes, authorised: &Authorised, has_worked: bool) {
    if has_worked && is_banks(authorised) {
        notes.note(Event::WorkDone);
    }
    let error = match authorised {
        Authorised::Yes { .. } => return notes.note(Event::CardAccepted),
        Authorised::No(error) => error,
    };
    match error.code {
        Code::PaymentFailed
        | Code::InvalidCard
        | Code::CardExpired
        | Code::NotATestCard
        | Code::AuthenticationRequired => {
            notes.note_because(Event::CardDeclined, reason(error.code));
        }
        Code::WorkRequired if has_worked => notes.note(Event::WorkRefused),
        Code::WorkRequired => notes.note(Event::WorkAsked),
        Code::TooManyAttempts | Code::OfferNotViewed => {
            notes.note_because(Event::CardBlocked, reason(error.code));
        }
        _ => {}
    }
}

fn ended(answer: AuthorisePaymentResponse) -> Authorised {
    if let Some(refusal) = answer.refusal {
        return Authorised::No(refused(refusal));
    }
    let payment = answer.payment.unwrap_or_default();
    let status = match payment.status() {
        PaymentStatus::Pending => CardStatus::Pending,
        PaymentStatus::RequiresAction => CardStatus::RequiresAction,
        PaymentStatus::Declined | PaymentStatus::Voided | PaymentStatus::Unspecified => {
            return Authorised::No(ApiError::new(Code::PaymentFailed, "The payment did not go through."));
        }
        // A repeat may come after the booking took the money: it was authorised all the same.
        _ => CardStatus::Authorised,
    };
    Authorised::Yes { payment_id: payment.id, status }
}

fn refused(refusal: Refusal) -> ApiError {
    let code = Code::parse(&refusal.code).unwrap_or(Code::PaymentFailed);
    let retry_after = refusal.retry_after_s.map(|seconds| Duration::from_secs(seconds.into()));
    ApiError {
        price: Amount::of(refusal.price),
        retry_after,
        challenge: refusal.challenge,
        ..ApiError::new(code, refusal.message)
    }
}

/// A wrong amount and too many tries are refusals (requirement R1), in whichever way they are told.
fn refused_or_failed(error: ApiError) -> Result<Authorised, ApiError> {
    let is_refusal = matches!(error.code, Code::PriceChanged | Code::TooManyAttempts)
        || error.code.status() == http::StatusCode::PAYMENT_REQUIRED;
    if is_refusal { Ok(Authorised::No(error)) } else { Err(error) }
}
