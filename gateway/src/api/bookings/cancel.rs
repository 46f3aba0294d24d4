use axum::Json;
use axum::extract::{Path, State};
use proto::booking::v1::{CancelBookingRequest, QuoteCancellationRequest};
use proto::common::v1::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::breakdown::Breakdown;
use super::read::own_booking;
use super::record::booking_of;
use crate::api::amount::SentAmount;
use crate::problem::{Amount, ApiError};
use crate::request::{CurrentSessionInMode, OptionalJson};
use crate::services::PROVIDER_DEADLINE;
use crate::state::Shared;

/// What a cancellation would pay back now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CancellationQuote {
    /// False: the booking is cancelled by phone alone.
    available: bool,
    paid: Option<Amount>,
    /// What goes back to the card.
    refund: Option<Amount>,
    /// The airline's part of the refund.
    fare_refund: Option<Amount>,
    /// The agency's part, within 24 hours of booking.
    markup_refund: Option<Amount>,
    /// paid - refund.
    fee: Option<Amount>,
    /// card, voucher or airline_credits.
    refund_to: String,
    /// RFC 3339, UTC; empty where nothing is offered.
    expires_at: String,
    /// What is kept and what goes back, line by line; null where nothing is offered.
    breakdown: Option<Breakdown>,
    /// What seats and bags cost, as a part of `paid`. The lines of the breakdown alone say whether it comes back. Null
    /// where there are none.
    extras: Option<Amount>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookingCancelled {
    /// Always true.
    success: bool,
    message: String,
    /// What goes back to the card.
    refund: Option<Amount>,
    /// card, voucher or airline_credits.
    refund_to: String,
    /// What the airline gives as voucher or credit; null where its part goes to the card.
    credit: Option<Amount>,
    /// What is kept and what goes back, line by line; null where that is not known.
    breakdown: Option<Breakdown>,
}

/// What the traveller agreed to.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct CancelBooking {
    /// The refund to the card that the traveller was shown: nothing is cancelled for less.
    refund: Option<ShownRefund>,
    /// The airline's voucher or credit that the traveller was shown: nothing is cancelled for less of it either.
    credit: Option<ShownRefund>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ShownRefund {
    amount: SentAmount,
    currency: String,
}

impl ShownRefund {
    fn into_message(self, field: &str) -> Result<Money, ApiError> {
        let amount = self.amount.decimal(&format!("{field}.amount"))?;
        let shown = money::Money::parse(&amount, &self.currency).map_err(|_| {
            ApiError::invalid_field(field, format!("The {field} must be a decimal number in a currency."))
        })?;
        Ok(Money { minor: shown.minor, currency: shown.currency.to_string() })
    }
}

/// What a cancellation would pay back now.
#[utoipa::path(
    get, path = "/api/bookings/{id}/cancellation", tag = "booking", params(("id" = String, Path)),
    responses(
        (status = OK, body = CancellationQuote),
        (status = NOT_FOUND, description = "BOOKING_NOT_FOUND"),
        (status = SERVICE_UNAVAILABLE, description = "PROVIDER_UNAVAILABLE"),
    )
)]
pub(crate) async fn quote_cancellation(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Path(id): Path<String>,
) -> Result<Json<CancellationQuote>, ApiError> {
    let message = QuoteCancellationRequest { booking_id: own_booking(&context, &id)? };
    let request = context.request_within(PROVIDER_DEADLINE, message);
    let quote = gateway.services.booking.clone().quote_cancellation(request).await?.into_inner();
    Ok(Json(CancellationQuote {
        available: quote.available,
        paid: Amount::of(quote.paid),
        refund: Amount::of(quote.refund),
        fare_refund: Amount::of(quote.fare_refund),
        markup_refund: Amount::of(quote.markup_refund),
        fee: Amount::of(quote.fee),
        refund_to: quote.refund_to,
        expires_at: quote.expires_at,
        breakdown: Breakdown::of(quote.breakdown),
        extras: Amount::of(quote.extras),
    }))
}

/// Cancels on the current quote and pays back, unless that is less than was shown. Safe to repeat; the body may be left
/// out.
#[utoipa::path(
    post, path = "/api/bookings/{id}/cancel", tag = "booking", params(("id" = String, Path)),
    request_body = Option<CancelBooking>,
    responses(
        (status = OK, body = BookingCancelled),
        (status = NOT_FOUND, description = "BOOKING_NOT_FOUND"),
        (status = CONFLICT, description = "NOT_CANCELLABLE or REFUND_CHANGED"),
        (status = SERVICE_UNAVAILABLE, description = "PROVIDER_UNAVAILABLE"),
    )
)]
pub(crate) async fn cancel_booking(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Path(id): Path<String>,
    OptionalJson(sent): OptionalJson<CancelBooking>,
) -> Result<Json<BookingCancelled>, ApiError> {
    let shown_refund = sent.refund.map(|refund| refund.into_message("refund")).transpose()?;
    let shown_credit = sent.credit.map(|credit| credit.into_message("credit")).transpose()?;
    let message =
        CancelBookingRequest { booking_id: own_booking(&context, &id)?, shown_refund, shown_credit };
    let request = context.request_within(PROVIDER_DEADLINE, message);
    let answer = gateway.services.booking.clone().cancel_booking(request).await?.into_inner();
    let cancelled = booking_of(answer.booking)?.cancellation.unwrap_or_default();
    Ok(Json(BookingCancelled {
        success: true,
        message: answer.message,
        refund: Amount::of(cancelled.refund),
        refund_to: cancelled.refund_to,
        credit: Amount::of(cancelled.credit),
        breakdown: Breakdown::of(cancelled.breakdown),
    }))
}
