use axum::Json as Answer;
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use proto::booking::v1::{
    Booking, BookingFailure, BookingStatus, CreateBookingRequest as Message, CreateBookingResponse,
    NewAccount, PassengerDetails as PassengerMessage,
};
use proto::common::v1::Letterhead;
use proto::payments::v1::AuthorisePaymentRequest;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::record::{Status, booking_of};
use crate::api::amount::SentAmount;
use crate::api::bags::{SelectedBag, bag_selections};
use crate::api::idempotency_key::idempotency_key;
use crate::api::ids::check_id;
use crate::api::payments::{Authorised, CardDetails, authorise};
use crate::api::seats::{SelectedSeat, selections};
use crate::api::watches::end_booked_watches;
use crate::cookies::NewCookies;
use crate::limits::Budget;
use crate::modes::{Mode, expected};
use crate::problem::{Amount, ApiError, Code, said};
use crate::request::{Json, NewSession};
use crate::services::LONGEST_BOOKING;
use crate::state::{Gateway, Shared};

/// How long svc-booking waits for the booking's end (requirement R28).
const WAIT_MS: u32 = 25_000;

/// What to book, for whom, and how it is paid.
// Without Debug: it holds names, documents and possibly a card.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateBookingRequest {
    offer_id: String,
    passengers: Vec<PassengerDetails>,
    seats: Option<Vec<SelectedSeat>>,
    #[schema(max_items = 90)]
    bags: Option<Vec<SelectedBag>>,
    /// What `process-card` answered. Without it the session's own authorisation for offer and amount is used.
    payment_id: Option<String>,
    payment_details: PaymentDetails,
    expected_mode: Option<Mode>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaymentDetails {
    /// Compared with the server's own total, never trusted.
    amount: SentAmount,
    currency: String,
    /// Wiped unread where a `paymentId` stands beside it, or the session has an open authorisation for this.
    card_details: Option<CardDetails>,
    /// The solution of the challenge that came with WORK_REQUIRED, beside the card: base64 of JSON, as ALTCHA's libraries
    /// write it.
    work: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PassengerDetails {
    /// The offer's passenger id; matched by type and order where absent.
    id: Option<String>,
    /// adult, child or infant_without_seat.
    #[serde(rename = "type")]
    kind: String,
    title: Option<String>,
    first_name: String,
    last_name: String,
    gender: Option<String>,
    /// yyyy-mm-dd.
    date_of_birth: String,
    email: Option<String>,
    phone: Option<String>,
    passport_number: Option<String>,
    passport_expiry_date: Option<String>,
    passport_issuing_country: Option<String>,
}

impl From<PassengerDetails> for PassengerMessage {
    fn from(sent: PassengerDetails) -> Self {
        let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
        Self {
            r#type: sent.kind,
            title: filled(sent.title),
            first_name: sent.first_name,
            last_name: sent.last_name,
            gender: filled(sent.gender),
            date_of_birth: sent.date_of_birth,
            email: filled(sent.email),
            phone: filled(sent.phone),
            passport_number: filled(sent.passport_number),
            passport_expiry_date: filled(sent.passport_expiry_date),
            passport_issuing_country: filled(sent.passport_issuing_country),
            id: filled(sent.id),
        }
    }
}

/// A booking that has come to its end.
// Without Debug: it may hold a password.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookingCreated {
    id: String,
    status: Status,
    /// The airline's reference (PNR).
    duffel_booking_id: String,
    account_created: bool,
    account_info: Option<AccountInfo>,
    /// The text of the confirmation mail.
    email_content: String,
}

/// A booking whose end is not known yet.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookingPending {
    id: String,
    status: PendingStatus,
    /// Where the cardholder's bank asks them, where the status is requires_action (3-D Secure).
    #[serde(skip_serializing_if = "Option::is_none")]
    action_url: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PendingStatus {
    Pending,
    RequiresAction,
}

/// The account that was made for the traveller. Shown this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountInfo {
    username: String,
    password: String,
    email: String,
}

/// Books an offer: places the order with the airline, then takes the money.
#[utoipa::path(
    post, path = "/api/bookings", tag = "booking", request_body = CreateBookingRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeat under the same key joins the booking. Best a UUID; a card number is refused")),
    responses(
        (status = CREATED, body = BookingCreated),
        (status = ACCEPTED, body = BookingPending, description = "The airline, or the cardholder's bank, has not answered yet: read the booking again"),
        (status = PAYMENT_REQUIRED, description = "PAYMENT_FAILED"),
        (status = CONFLICT, description = "OFFER_NOT_VIEWED, PRICE_CHANGED, BAG_UNAVAILABLE or MODE_MISMATCH"),
        (status = GONE, description = "OFFER_EXPIRED"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR, BOOKING_FAILED or IDEMPOTENCY_KEY_REUSED"),
        (status = PRECONDITION_REQUIRED, description = "WORK_REQUIRED"),
        (status = SERVICE_UNAVAILABLE, description = "SERVICE_UNAVAILABLE or MODE_UNKNOWN"),
    )
)]
pub(crate) async fn create_booking(
    State(gateway): State<Shared>,
    Extension(cookies): Extension<NewCookies>,
    headers: HeaderMap,
    buyer: NewSession,
    Json(request): Json<CreateBookingRequest>,
) -> Result<Response, ApiError> {
    gateway.limits.check_session(Budget::PurchaseOfSession, buyer.session_id)?;
    let letterhead = gateway.brands.shown(&buyer.context.brand).await.letterhead();
    let (message, card) = into_message(request, &headers, letterhead)?;
    let booker = message.passengers.first().and_then(|booker| booker.email.clone());
    let answer = book(&gateway, &buyer, message, card).await?;
    end_booked_watches(&gateway, &buyer.context, booker, answer.booking.as_ref());
    buyer.keep(&gateway).await;
    if let Some(account) = &answer.account {
        cookies.add_all(gateway.cookies.user_session(account.session_token.clone()));
    }
    told(answer)
}

/// The booking as svc-booking reads it, and the card, which that never sees.
fn into_message(
    request: CreateBookingRequest,
    headers: &HeaderMap,
    letterhead: Letterhead,
) -> Result<(Message, Option<SentCard>), ApiError> {
    let PaymentDetails { amount, currency, card_details, work } = request.payment_details;
    let payment_id = request.payment_id.unwrap_or_default();
    check_id("offerId", &request.offer_id)?;
    check_id("paymentId", &payment_id)?;
    for (n, passenger) in request.passengers.iter().enumerate() {
        check_id(format!("passengers[{n}].id"), passenger.id.as_deref().unwrap_or_default())?;
    }
    let message = Message {
        offer_id: request.offer_id,
        passengers: request.passengers.into_iter().map(PassengerMessage::from).collect(),
        seats: selections(request.seats.unwrap_or_default())?,
        bags: bag_selections(request.bags.unwrap_or_default())?,
        payment_id,
        amount: amount.decimal("paymentDetails.amount")?,
        currency,
        idempotency_key: idempotency_key(headers)?.unwrap_or_default(),
        expected_mode: expected(request.expected_mode),
        wait_ms: WAIT_MS,
        letterhead: Some(letterhead),
    };
    let work = work.unwrap_or_default();
    Ok((message, card_details.map(|details| SentCard { details, work })))
}

/// A card, and the work that was done for it.
// Without Debug: it holds the card.
struct SentCard {
    details: CardDetails,
    work: String,
}

/// The card is used only for what can be booked and is not paid for: not for the repeat of a booking, and not beside
/// what `process-card` has authorised (requirement R6).
async fn book(
    gateway: &Gateway,
    buyer: &NewSession,
    mut message: Message,
    card: Option<SentCard>,
) -> Result<CreateBookingResponse, ApiError> {
    let context = &buyer.context;
    let mut booking = gateway.services.booking.clone();
    let request = context.request_within(LONGEST_BOOKING, message.clone());
    let refused = match booking.create_booking(request).await {
        Ok(answer) => return Ok(answer.into_inner()),
        Err(status) => ApiError::from(status),
    };
    match card {
        Some(card) if refused.code == Code::PaymentFailed && message.payment_id.is_empty() => {
            message.payment_id = pay(gateway, buyer, &message, card).await?;
            let request = context.request_within(LONGEST_BOOKING, message);
            Ok(booking.create_booking(request).await?.into_inner())
        }
        _ => Err(refused),
    }
}

/// The id of the payment that the card becomes.
async fn pay(
    gateway: &Gateway,
    buyer: &NewSession,
    booking: &Message,
    card: SentCard,
) -> Result<String, ApiError> {
    let key = Some(&booking.idempotency_key).filter(|key| !key.is_empty());
    let authorisation = AuthorisePaymentRequest {
        offer_id: booking.offer_id.clone(),
        seats: booking.seats.clone(),
        bags: booking.bags.clone(),
        amount: booking.amount.clone(),
        currency: booking.currency.clone(),
        card: Some(card.details.into_message("paymentDetails.cardDetails")?),
        payment_method_id: String::new(),
        idempotency_key: key.cloned().unwrap_or_else(|| Uuid::now_v7().to_string()),
        expected_mode: booking.expected_mode,
        client_address: buyer.client.to_string(),
        visitor: Some(buyer.visitor()),
        work: card.work,
    };
    match authorise(gateway, buyer, authorisation).await? {
        Authorised::Yes { payment_id, .. } => Ok(payment_id),
        Authorised::No(refused) => Err(refused),
    }
}

/// The booking's end, or that it has none yet (requirement R28).
fn told(answer: CreateBookingResponse) -> Result<Response, ApiError> {
    let booking = booking_of(answer.booking)?;
    match booking.status() {
        BookingStatus::Pending => {
            let pending = pending(booking.id, answer.action_url);
            Ok((StatusCode::ACCEPTED, Answer(pending)).into_response())
        }
        BookingStatus::Failed => Err(failed(booking.failure)),
        _ => Ok((StatusCode::CREATED, Answer(created(booking, answer.account, answer.email_content)))
            .into_response()),
    }
}

fn pending(id: String, action_url: String) -> BookingPending {
    let action_url = said(action_url);
    let status = if action_url.is_some() { PendingStatus::RequiresAction } else { PendingStatus::Pending };
    BookingPending { id, status, action_url }
}

fn created(booking: Booking, account: Option<NewAccount>, email_content: String) -> BookingCreated {
    BookingCreated {
        status: Status::from(booking.status()),
        id: booking.id,
        duffel_booking_id: booking.booking_reference,
        account_created: account.is_some(),
        account_info: account.map(|account| AccountInfo {
            username: account.username,
            password: account.password,
            email: account.email,
        }),
        email_content,
    }
}

fn failed(failure: Option<BookingFailure>) -> ApiError {
    let failure = failure.unwrap_or_default();
    let code = Code::parse(&failure.code).unwrap_or(Code::BookingFailed);
    ApiError {
        price: Amount::of(failure.price),
        reason: said(failure.reason),
        money: said(failure.money),
        ..ApiError::new(code, failure.message)
    }
}
