//! Money that a person must look at: administrators see it, with what they call the bookings it belongs to, and decide.
//!
//! Apart from the bookings' list, so that each of the two services shows its own while the other is away.

mod shapes;

use std::collections::HashMap;

use axum::Json as Answer;
use axum::extract::{Path, State};
use proto::booking::v1::{BookingName, NameBookingsRequest};
use proto::common::v1::Money;
use proto::payments::v1 as payments;
use service::RequestContext;

use self::shapes::{
    LedgerDifference, PaymentAction, PaymentCase, PaymentCaseList, PaymentDecisionRequest,
    ResolveDifferenceRequest,
};
use super::admin::require_password;
use super::auth::Done;
use crate::problem::{ApiError, Code};
use crate::request::{Admin, Json};
use crate::services::PROVIDER_DEADLINE;
use crate::state::{Gateway, Shared};

/// Payments of all brands and both modes that a person must look at, and amounts that no payment stands for.
#[utoipa::path(
    get, path = "/api/admin/attention/payments", tag = "system",
    responses(
        (status = OK, body = PaymentCaseList),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
    )
)]
pub(super) async fn list_payments(
    State(gateway): State<Shared>,
    Admin(context): Admin,
) -> Result<Answer<PaymentCaseList>, ApiError> {
    let request = context.request(payments::ListAttentionRequest {});
    let listed = gateway.services.payment_attention.clone().list_attention(request).await?.into_inner();
    let names = names(&gateway, &context, &listed.items).await;
    let (total, differences_total) = (listed.total, listed.differences_total);
    let items = listed.items.into_iter().map(|item| {
        let name = names.get(&item.booking_id).cloned().unwrap_or_default();
        PaymentCase::of(item, name)
    });
    let items = items.collect::<Result<_, _>>()?;
    let differences =
        listed.differences.into_iter().map(LedgerDifference::try_from).collect::<Result<_, _>>()?;
    Ok(Answer(PaymentCaseList { items, total, differences, differences_total }))
}

/// What people call the bookings. A payment is worth seeing without.
async fn names(
    gateway: &Gateway,
    context: &RequestContext,
    items: &[payments::AttentionItem],
) -> HashMap<String, BookingName> {
    let ids = items.iter().map(|item| item.booking_id.clone()).filter(|id| !id.is_empty());
    let request = NameBookingsRequest { booking_ids: ids.collect() };
    if request.booking_ids.is_empty() {
        return HashMap::new();
    }
    match gateway.services.attention.clone().name_bookings(context.request(request)).await {
        Ok(answer) => {
            let names = answer.into_inner().names.into_iter();
            names.map(|name| (name.booking_id.clone(), name)).collect()
        }
        Err(status) => {
            tracing::warn!(rpc.code = ?status.code(), "payments are shown without their bookings' references");
            HashMap::new()
        }
    }
}

/// Decides on such a payment. All but asking again wants the password proved in the last 10 minutes.
#[utoipa::path(
    post, path = "/api/admin/attention/payments/{id}", tag = "system", params(("id" = String, Path)),
    request_body = PaymentDecisionRequest,
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED or REAUTH_REQUIRED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = NOT_FOUND, description = "PAYMENT_NOT_FOUND"),
        (status = CONFLICT, description = "NOT_ALLOWED_NOW"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(super) async fn resolve_payment(
    State(gateway): State<Shared>,
    Admin(context): Admin,
    Path(id): Path<String>,
    Json(request): Json<PaymentDecisionRequest>,
) -> Result<Answer<Done>, ApiError> {
    if id.parse::<uuid::Uuid>().is_err() {
        return Err(ApiError::new(Code::PaymentNotFound, "There is no such payment."));
    }
    if request.action != PaymentAction::AskAgain {
        require_password(&gateway, &context).await?;
    }
    let PaymentDecisionRequest { action, version, note } = request;
    let action = payments::AttentionAction::from(action).into();
    let message = payments::ResolveAttentionRequest { payment_id: id, action, note, version };
    let message = context.request_within(PROVIDER_DEADLINE, message);
    gateway.services.payment_attention.clone().resolve_attention(message).await?;
    Ok(Done::saying("Noted."))
}

/// Notes that a difference of no payment was looked into. Wants the password proved in the last 10 minutes.
#[utoipa::path(
    post, path = "/api/admin/attention/differences", tag = "system", request_body = ResolveDifferenceRequest,
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED or REAUTH_REQUIRED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = CONFLICT, description = "NOT_ALLOWED_NOW"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(super) async fn resolve_difference(
    State(gateway): State<Shared>,
    Admin(context): Admin,
    Json(request): Json<ResolveDifferenceRequest>,
) -> Result<Answer<Done>, ApiError> {
    require_password(&gateway, &context).await?;
    let money = |minor| Some(Money { minor, currency: request.currency.clone() });
    let difference = payments::Difference {
        mode: service::Mode::from(request.mode).into(),
        ours: money(request.ours_minor),
        theirs: money(request.theirs_minor),
        object_id: request.object_id,
        what: request.what,
        ..payments::Difference::default()
    };
    let message = payments::SettleDifferenceRequest { difference: Some(difference), note: request.note };
    gateway.services.payment_attention.clone().settle_difference(context.request(message)).await?;
    Ok(Done::saying("Noted."))
}
