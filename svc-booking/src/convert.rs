//! From the domain to the messages.

use duffel::convert::instant;
use money::Money;
use proto::booking::v1 as messages;
use proto::common::v1 as common;
use service::FieldErrors;
use time::OffsetDateTime;

use crate::domain::booking::{Cancellation, Status};
use crate::domain::breakdown::{Breakdown, Line, Part};
use crate::domain::cancellation::Stage;
use crate::domain::card::Card;
use crate::domain::failure::MoneyOutcome;
use crate::domain::paid::Paid;
use crate::domain::refund::Refund;
use crate::domain::{Booking, Failure, Reason, credit, itinerary};
use crate::error::Error;

pub fn money(money: Money) -> common::Money {
    common::Money { minor: money.minor, currency: money.currency.to_string() }
}

/// An amount that a caller names.
pub fn read_money(message: &common::Money) -> Result<Money, Error> {
    let mut errors = FieldErrors::default();
    let currency = message.currency.parse();
    errors.require(currency.is_ok(), "refund", "The amount must be in a known currency");
    errors.into_result()?;
    let currency = currency.map_err(|error: money::Error| Error::Internal(error.into()))?;
    Ok(Money::new(message.minor, currency))
}

pub fn status(status: Status) -> messages::BookingStatus {
    match status {
        Status::Pending => messages::BookingStatus::Pending,
        Status::Confirmed => messages::BookingStatus::Confirmed,
        Status::Completed => messages::BookingStatus::Completed,
        Status::Cancelled => messages::BookingStatus::Cancelled,
        Status::Failed => messages::BookingStatus::Failed,
    }
}

pub fn booking(booking: &Booking, now: OffsetDateTime) -> messages::Booking {
    messages::Booking {
        id: booking.id.to_string(),
        status: status(booking.status(now)).into(),
        booking_reference: booking.order.as_ref().map(|order| order.reference.clone()).unwrap_or_default(),
        total: Some(money(booking.total)),
        offer: booking.quote.offer.clone(),
        passengers: passengers(booking),
        seats: booking.quote.seats.clone(),
        bags: booking.quote.bags.clone(),
        created_at: instant(booking.created_at),
        failure: booking.failure().map(|it| failure(booking, &it)),
        cancellation: booking.cancelled().map(|it| cancellation(booking, it)),
        cancellable: booking.is_cancellable(now),
        mode: booking.mode.into(),
        version: booking.version,
        card: booking.card.clone().map(|Card { brand, last4 }| messages::BookedCard { brand, last4 }),
    }
}

fn failure(booking: &Booking, failure: &Failure) -> messages::BookingFailure {
    let reason = failure.explanation.reason();
    messages::BookingFailure {
        code: failure.code.as_str().to_owned(),
        message: failure.words(itinerary::texts(booking)),
        price: booking.failure_price.map(money),
        reason: reason.map_or("", Reason::as_str).to_owned(),
        money: failure.money.map_or("", MoneyOutcome::as_str).to_owned(),
    }
}

fn passengers(booking: &Booking) -> Vec<messages::BookedPassenger> {
    let passengers = booking.travellers.iter().map(|traveller| messages::BookedPassenger {
        id: traveller.passenger_id.clone(),
        given_name: traveller.given_name.clone(),
        family_name: traveller.family_name.clone(),
        r#type: traveller.kind.booked_as().to_owned(),
        ticket_numbers: booking.ticket_numbers(traveller),
        associated_adult_id: booking.associated_adult(traveller).map(|adult| adult.passenger_id.clone()),
    });
    passengers.collect()
}

fn cancellation(booking: &Booking, cancellation: &Cancellation) -> messages::Cancellation {
    let refund = cancellation.refund;
    let refund_status = match cancellation.stage {
        _ if refund.to_card.minor == 0 => "none",
        Stage::Done => "succeeded",
        Stage::RefundFailed => "failed",
        _ => "pending",
    };
    messages::Cancellation {
        cancelled_at: cancellation.confirmed_at.map(instant).unwrap_or_default(),
        refund: Some(money(refund.to_card)),
        refund_status: refund_status.to_owned(),
        refund_to: refund.to.as_str().to_owned(),
        credit: refund.credit().map(money),
        credits: credits(booking),
        awaits_credits: credit::are_awaited(refund.to, &booking.credits, &booking.travellers),
        breakdown: breakdown(booking, &refund),
    }
}

/// Absent where the booking's sums can't be added up.
fn breakdown(booking: &Booking, refund: &Refund) -> Option<messages::CancellationBreakdown> {
    let breakdown = Breakdown::of(booking, refund).ok()?;
    Some(messages::CancellationBreakdown {
        lines: breakdown.lines.into_iter().map(line).collect(),
        kept: Some(money(breakdown.kept)),
        kept_by_airline: Some(money(breakdown.kept_by_airline)),
        refunded: Some(money(breakdown.refunded)),
        credit: breakdown.credit.map(money),
    })
}

fn line(line: Line) -> messages::CancellationLine {
    let part = match line.part {
        Part::Fare => messages::CancellationPart::Fare,
        Part::Taxes => messages::CancellationPart::Taxes,
        Part::Seats => messages::CancellationPart::Seats,
        Part::Bags => messages::CancellationPart::Bags,
        Part::ServiceFee => messages::CancellationPart::ServiceFee,
        Part::Airline => messages::CancellationPart::Airline,
    };
    messages::CancellationLine { part: part.into(), amount: Some(money(line.amount)), kept: line.kept }
}

/// The airline credits of a booking, for those who may read it.
pub fn credits(booking: &Booking) -> Vec<messages::AirlineCredit> {
    let credits = booking.credits.iter().map(|credit| messages::AirlineCredit {
        holder: credit.holder(&booking.travellers),
        name: credit.name.clone(),
        code: credit.code.clone().unwrap_or_default(),
        amount: credit.worth().map(money),
        issued_on: credit.issued_on.map(|day| day.to_string()).unwrap_or_default(),
    });
    credits.collect()
}

pub fn cancellation_quote(
    booking: &Booking,
    quote: Option<&Cancellation>,
) -> messages::QuoteCancellationResponse {
    let paid = Some(money(booking.total));
    let Some(quote) = quote else {
        return messages::QuoteCancellationResponse { paid, ..Default::default() };
    };
    let refund = quote.refund;
    let breakdown = breakdown(booking, &refund);
    messages::QuoteCancellationResponse {
        available: true,
        paid,
        refund: Some(money(refund.to_card)),
        fare_refund: Some(money(refund.fare)),
        markup_refund: Some(money(refund.markup)),
        fee: breakdown.as_ref().and_then(|breakdown| breakdown.kept.clone()),
        refund_to: refund.to.as_str().to_owned(),
        expires_at: quote.expires_at.map(instant).unwrap_or_default(),
        breakdown,
        extras: Paid::of(booking).and_then(|paid| paid.extras()).map(money),
    }
}
