//! Bookings that a person must look at: administrators see them and decide on them.

use axum::Json as Answer;
use axum::extract::{Path, State};
use proto::booking::v1 as booking;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::admin::require_password;
use super::auth::Done;
use super::bookings::AirlineCredit;
use super::ids::check_id;
use crate::modes::{Mode, UnspecifiedMode};
use crate::problem::{Amount, ApiError, Code};
use crate::request::{Admin, Json};
use crate::state::Shared;

/// What an administrator may do with a booking, where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum AttentionAction {
    /// Ask the providers again now. Always safe.
    AskAgain,
    /// The airline says in writing that there is no order: the money goes back.
    NoOrder,
    /// The order that nobody could find: it is paid for.
    OrderIs,
    /// What is owed to the card was paid back by hand.
    PaidBack,
    /// Dealt with outside; nothing moves.
    DealtWith,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum MoneyStand {
    None,
    Held,
    Taken,
    Released,
    PaidBack,
    /// A call that moves it has brought no answer.
    InDoubt,
}

/// A booking that a person must look at. Nothing of cards, passports or birth dates.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AttentionItem {
    booking_id: String,
    mode: Mode,
    brand: String,
    /// For example ORDER_UNKNOWN.
    state: String,
    /// This and the ids are empty until there are any.
    booking_reference: String,
    order_id: String,
    offer_id: String,
    payment_id: String,
    total: Option<Amount>,
    /// What should have gone back to the card, and has not; null where nothing is owed.
    owed: Option<Amount>,
    /// As far as the booking's own calls tell.
    money: MoneyStand,
    /// RFC 3339, UTC; after it the hold is gone. Empty where unknown.
    capture_before: String,
    created_at: String,
    /// Since when the present question is open; empty where none is.
    unknown_since: String,
    contact_name: String,
    contact_email: String,
    actions: Vec<AttentionAction>,
    attempts: Vec<ProviderAttempt>,
    history: Vec<HistoryEntry>,
    /// A decision repeats it, so that none is made on what has changed.
    version: i64,
    /// What the airline gave in place of money, once the trip is cancelled.
    credits: Vec<AirlineCredit>,
}

/// A call that changes something at a provider.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProviderAttempt {
    /// For example order_create.
    op: String,
    n: i32,
    prepared_at: String,
    /// Empty while there is no answer.
    answered_at: String,
    /// done, definitely_not or unknown.
    class: String,
    /// 0 where there was none.
    http_status: u32,
    request_id: String,
    /// The order's id, or the code of a refusal.
    evidence: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HistoryEntry {
    at: String,
    /// What was learnt, or what an administrator did.
    what: String,
    from_state: String,
    to_state: String,
    /// The administrator's account; empty for what happened by itself.
    operator: String,
    note: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct AttentionList {
    /// The oldest first, at most 100.
    items: Vec<AttentionItem>,
    /// All that need a person, with those that are not listed.
    total: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DecisionRequest {
    action: AttentionAction,
    /// As it was shown: a booking that has changed since has other actions.
    version: i64,
    /// Where it can be read again, 3 to 500 characters. May be left out for ask_again.
    #[serde(default)]
    note: String,
    /// The provider's id of the order (ord_...), for order_is.
    #[serde(default)]
    order_id: String,
}

/// Bookings of all brands and both modes that a person must look at.
#[utoipa::path(
    get, path = "/api/admin/attention", tag = "system",
    responses(
        (status = OK, body = AttentionList),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
    )
)]
pub(super) async fn list_attention(
    State(gateway): State<Shared>,
    Admin(context): Admin,
) -> Result<Answer<AttentionList>, ApiError> {
    let request = context.request(booking::ListAttentionRequest {});
    let listed = gateway.services.attention.clone().list_attention(request).await?.into_inner();
    let items = listed.items.into_iter().map(AttentionItem::try_from).collect::<Result<_, _>>()?;
    Ok(Answer(AttentionList { items, total: listed.total }))
}

/// Decides on such a booking. All but asking again wants the password proved in the last 10 minutes.
#[utoipa::path(
    post, path = "/api/admin/attention/{id}", tag = "system", params(("id" = String, Path)),
    request_body = DecisionRequest,
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED or REAUTH_REQUIRED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = NOT_FOUND, description = "BOOKING_NOT_FOUND"),
        (status = CONFLICT, description = "NOT_ALLOWED_NOW"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(super) async fn resolve_attention(
    State(gateway): State<Shared>,
    Admin(context): Admin,
    Path(id): Path<String>,
    Json(request): Json<DecisionRequest>,
) -> Result<Answer<Done>, ApiError> {
    if id.parse::<uuid::Uuid>().is_err() {
        return Err(ApiError::new(Code::BookingNotFound, "There is no such booking."));
    }
    check_id("orderId", request.order_id.trim())?;
    if request.action != AttentionAction::AskAgain {
        require_password(&gateway, &context).await?;
    }
    let DecisionRequest { action, version, note, order_id } = request;
    let action = booking::AttentionAction::from(action).into();
    let message = booking::ResolveAttentionRequest { booking_id: id, action, note, order_id, version };
    let message = context.request_within(crate::services::PROVIDER_DEADLINE, message);
    gateway.services.attention.clone().resolve_attention(message).await?;
    Ok(Done::saying("Noted. The booking goes on from here."))
}

impl From<AttentionAction> for booking::AttentionAction {
    fn from(action: AttentionAction) -> Self {
        match action {
            AttentionAction::AskAgain => Self::AskAgain,
            AttentionAction::NoOrder => Self::NoOrder,
            AttentionAction::OrderIs => Self::OrderIs,
            AttentionAction::PaidBack => Self::PaidBack,
            AttentionAction::DealtWith => Self::DealtWith,
        }
    }
}

impl AttentionAction {
    fn of(action: booking::AttentionAction) -> Option<Self> {
        Some(match action {
            booking::AttentionAction::AskAgain => Self::AskAgain,
            booking::AttentionAction::NoOrder => Self::NoOrder,
            booking::AttentionAction::OrderIs => Self::OrderIs,
            booking::AttentionAction::PaidBack => Self::PaidBack,
            booking::AttentionAction::DealtWith => Self::DealtWith,
            booking::AttentionAction::Unspecified => return None,
        })
    }
}

impl From<booking::MoneyStand> for MoneyStand {
    fn from(stand: booking::MoneyStand) -> Self {
        match stand {
            booking::MoneyStand::None => Self::None,
            booking::MoneyStand::Held => Self::Held,
            booking::MoneyStand::Taken => Self::Taken,
            booking::MoneyStand::Released => Self::Released,
            booking::MoneyStand::PaidBack => Self::PaidBack,
            booking::MoneyStand::InDoubt | booking::MoneyStand::Unspecified => Self::InDoubt,
        }
    }
}

impl TryFrom<booking::AttentionItem> for AttentionItem {
    type Error = UnspecifiedMode;

    fn try_from(item: booking::AttentionItem) -> Result<Self, UnspecifiedMode> {
        Ok(Self {
            mode: item.mode().try_into()?,
            money: item.money().into(),
            actions: item.actions().filter_map(AttentionAction::of).collect(),
            total: Amount::of(item.total),
            owed: Amount::of(item.owed),
            credits: item.credits.into_iter().map(AirlineCredit::from).collect(),
            booking_id: item.booking_id,
            brand: item.brand,
            state: item.state,
            booking_reference: item.booking_reference,
            order_id: item.order_id,
            offer_id: item.offer_id,
            payment_id: item.payment_id,
            capture_before: item.capture_before,
            created_at: item.created_at,
            unknown_since: item.unknown_since,
            contact_name: item.contact_name,
            contact_email: item.contact_email,
            attempts: item.attempts.into_iter().map(ProviderAttempt::from).collect(),
            history: item.history.into_iter().map(HistoryEntry::from).collect(),
            version: item.version,
        })
    }
}

impl From<booking::ProviderAttempt> for ProviderAttempt {
    fn from(attempt: booking::ProviderAttempt) -> Self {
        let booking::ProviderAttempt {
            op,
            n,
            prepared_at,
            answered_at,
            class,
            http_status,
            request_id,
            evidence,
        } = attempt;
        Self { op, n, prepared_at, answered_at, class, http_status, request_id, evidence }
    }
}

impl From<booking::HistoryEntry> for HistoryEntry {
    fn from(entry: booking::HistoryEntry) -> Self {
        let booking::HistoryEntry { at, what, from_state, to_state, operator, note } = entry;
        Self { at, what, from_state, to_state, operator, note }
    }
}
