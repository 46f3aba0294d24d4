//! A booking as the specification's client reads it: a record whose `bookingData` is JSON in a string.

use proto::booking::v1::{self as wire, BookedPassenger, Booking, BookingStatus};
use proto::flights::v1::{Condition, Offer, Place, Price, Segment, Slice};
use proto::offers::v1::{QuotedBag, QuotedSeat};
use serde::Serialize;
use utoipa::ToSchema;

use super::bags::BookedBag;
use super::breakdown::Breakdown;
use crate::modes::{Mode, UnspecifiedMode};
use crate::problem::{Amount, ApiError, said};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BookingStatus)]
pub(crate) enum Status {
    /// Its end is not known yet.
    Pending,
    Confirmed,
    /// Confirmed, and the last arrival has passed.
    Completed,
    Cancelled,
    /// Nothing was booked and nothing was charged.
    Failed,
}

impl From<BookingStatus> for Status {
    /// A status this gateway does not know yet is not an end.
    fn from(status: BookingStatus) -> Self {
        match status {
            BookingStatus::Unspecified | BookingStatus::Pending => Self::Pending,
            BookingStatus::Confirmed => Self::Confirmed,
            BookingStatus::Completed => Self::Completed,
            BookingStatus::Cancelled => Self::Cancelled,
            BookingStatus::Failed => Self::Failed,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookingRecord {
    id: String,
    status: Status,
    /// What it was sold as: a booking of test mode has no real ticket and no real charge.
    mode: Mode,
    /// The airline's reference (PNR); empty until there is one.
    duffel_booking_id: String,
    /// RFC 3339, UTC.
    created_at: String,
    /// Where the cardholder's bank asks them (3-D Secure), as long as a pending booking waits for that.
    action_url: Option<String>,
    /// Set when the booking failed; of a pending one as soon as that is known, while the money is on its way back.
    failure: Option<Failure>,
    /// Set when the booking was cancelled.
    cancellation: Option<Cancellation>,
    cancellable: bool,
    /// Opened by a mailed link, and in no account: `POST /api/bookings/{id}/claim` adds it to the one of its address.
    claimable: bool,
    /// Where the documents are mailed, for the booker who reads this one booking.
    mailed_to: Option<String>,
    /// The card that pays; null until that is known, and where the card provider does not say it.
    card: Option<Card>,
    /// JSON of `BookingData`.
    booking_data: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BookedCard)]
pub(crate) struct Card {
    /// visa, mastercard, amex, discover, jcb, diners or unionpay; else another name of the card provider's.
    brand: String,
    last4: String,
}

/// Why nothing was booked.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BookingFailure)]
pub(crate) struct Failure {
    code: String,
    message: String,
    /// Why, more exactly than the code: one of the reasons in docs/errors.md. Null where only the message says it.
    reason: Option<String>,
    /// not_charged, paid_back or owed. Null while the money is on its way back.
    money: Option<String>,
}

impl From<wire::BookingFailure> for Failure {
    fn from(failure: wire::BookingFailure) -> Self {
        let wire::BookingFailure { code, message, reason, money, .. } = failure;
        Self { code, message, reason: said(reason), money: said(money) }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Cancellation {
    cancelled_at: String,
    /// What goes back to the card.
    refund: Option<Amount>,
    /// pending, succeeded, failed or none.
    refund_status: String,
    /// card, voucher or airline_credits.
    refund_to: String,
    /// What the airline gives as voucher or credit; null where its part goes to the card.
    credit: Option<Amount>,
    /// The airline's credits, one or more a traveller; empty where it gives none, or has not named them yet.
    credits: Vec<AirlineCredit>,
    /// A credit or its code is missing that the airline may still give.
    awaits_credits: bool,
    /// What is kept and what goes back, line by line; null where that is not known.
    breakdown: Option<Breakdown>,
}

/// Credit with the airline. Anyone who has the code can spend it.
// No Debug: a code is in no log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AirlineCredit {
    /// The traveller's name; empty where the airline names somebody else.
    holder: String,
    /// What the airline calls it; may be empty.
    name: String,
    /// Null until the airline has given it: a mail says when it has.
    code: Option<String>,
    /// What it is worth; null where the airline does not say it.
    amount: Option<Amount>,
    /// A date, from which the airline counts how long the credit is good; null where it does not say it.
    issued_on: Option<String>,
}

impl From<wire::AirlineCredit> for AirlineCredit {
    fn from(credit: wire::AirlineCredit) -> Self {
        Self {
            holder: credit.holder,
            name: credit.name,
            code: said(credit.code),
            amount: Amount::of(credit.amount),
            issued_on: said(credit.issued_on),
        }
    }
}

/// What `bookingData` holds.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookingData {
    slices: Vec<BookedSlice>,
    passengers: Vec<Passenger>,
    seats: Vec<BookedSeat>,
    bags: Vec<BookedBag>,
    total_amount: String,
    total_currency: String,
    /// The sale price of the flights, which seats and bags are not in.
    price: Option<Price>,
    /// What the airline asked for the flights.
    airline_total: Option<Amount>,
    /// CO2 for each traveller with a seat, in whole kilograms. Null where the airline did not state it.
    emissions_kg_per_traveller: Option<u32>,
    conditions: BookedConditions,
}

#[derive(Debug, Serialize, ToSchema)]
struct BookedSlice {
    id: String,
    /// Local airport time.
    departure_time: String,
    arrival_time: String,
    duration: Option<String>,
    /// The airline's name for the fare.
    fare_brand_name: Option<String>,
    #[schema(required, nullable = false, value_type = Place)]
    origin: Option<Place>,
    #[schema(required, nullable = false, value_type = Place)]
    destination: Option<Place>,
    segments: Vec<Segment>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BookedPassenger)]
struct Passenger {
    id: String,
    given_name: String,
    family_name: String,
    /// adult, child or infant.
    #[serde(rename = "type")]
    kind: String,
    /// The airline's electronic tickets; empty until it has given them.
    ticket_numbers: Vec<String>,
    /// The id of the adult on whose lap an infant sits. Null for others, and where it is not known.
    associated_adult_id: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct BookedSeat {
    passenger_id: String,
    segment_id: String,
    designator: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct BookedConditions {
    refundable: bool,
    changeable: bool,
    /// Null where the airline said nothing.
    refund_before_departure: Option<Condition>,
    change_before_departure: Option<Condition>,
    /// How the booking can be cancelled now; empty where it can't.
    cancellation_options: Vec<String>,
}

/// The booking of an answer. An answer without one is a fault of svc-booking's.
pub(super) fn booking_of(booking: Option<Booking>) -> Result<Booking, ApiError> {
    booking.ok_or_else(|| {
        tracing::error!("svc-booking answered without a booking");
        ApiError::internal()
    })
}

impl BookingRecord {
    /// With the way to the cardholder's bank, where there is one.
    pub(super) fn with_bank(self, action_url: String) -> Self {
        Self { action_url: said(action_url), ..self }
    }

    pub(super) fn mailed_to(self, address: String) -> Self {
        Self { mailed_to: said(address), ..self }
    }

    /// Whether its reader may add it to an account.
    pub(super) fn claimable(self, claimable: bool) -> Self {
        Self { claimable, ..self }
    }
}

impl TryFrom<Booking> for BookingRecord {
    type Error = UnspecifiedMode;

    fn try_from(booking: Booking) -> Result<Self, UnspecifiedMode> {
        let status = Status::from(booking.status());
        let (cancellable, mode) = (booking.cancellable, booking.mode().try_into()?);
        let data = BookingData::of(
            booking.offer,
            booking.passengers,
            booking.seats,
            booking.bags,
            Amount::of(booking.total),
            cancellable,
        );
        Ok(Self {
            id: booking.id,
            status,
            mode,
            duffel_booking_id: booking.booking_reference,
            created_at: booking.created_at,
            action_url: None,
            failure: booking.failure.map(Failure::from),
            cancellation: booking.cancellation.map(|cancelled| Cancellation {
                cancelled_at: cancelled.cancelled_at,
                refund: Amount::of(cancelled.refund),
                refund_status: cancelled.refund_status,
                refund_to: cancelled.refund_to,
                credit: Amount::of(cancelled.credit),
                credits: cancelled.credits.into_iter().map(AirlineCredit::from).collect(),
                awaits_credits: cancelled.awaits_credits,
                breakdown: Breakdown::of(cancelled.breakdown),
            }),
            cancellable,
            claimable: false,
            mailed_to: None,
            card: booking.card.map(|wire::BookedCard { brand, last4 }| Card { brand, last4 }),
            booking_data: serde_json::to_string(&data).expect("a booking is strings and lists"),
        })
    }
}

impl BookingData {
    fn of(
        offer: Option<Offer>,
        passengers: Vec<BookedPassenger>,
        seats: Vec<QuotedSeat>,
        bags: Vec<QuotedBag>,
        total: Option<Amount>,
        cancellable: bool,
    ) -> Self {
        let offer = offer.unwrap_or_default();
        let conditions = offer.conditions.unwrap_or_default();
        let (total_amount, total_currency) =
            total.map(|total| (total.amount, total.currency)).unwrap_or_default();
        Self {
            slices: offer.slices.into_iter().map(BookedSlice::from).collect(),
            passengers: passengers.into_iter().map(Passenger::from).collect(),
            seats: seats.into_iter().map(BookedSeat::from).collect(),
            bags: bags.into_iter().map(BookedBag::from).collect(),
            total_amount,
            total_currency,
            price: offer.price,
            airline_total: Some(Amount { amount: offer.total_amount, currency: offer.total_currency }),
            emissions_kg_per_traveller: offer.emissions_kg_per_traveller,
            conditions: BookedConditions {
                refundable: conditions.refundable,
                changeable: conditions.changeable,
                refund_before_departure: conditions.refund_before_departure,
                change_before_departure: conditions.change_before_departure,
                cancellation_options: cancellable.then(|| "online".to_owned()).into_iter().collect(),
            },
        }
    }
}

impl From<Slice> for BookedSlice {
    fn from(slice: Slice) -> Self {
        let departure = slice.segments.first().map(|segment| segment.departing_at.clone());
        let arrival = slice.segments.last().map(|segment| segment.arriving_at.clone());
        Self {
            id: slice.id,
            departure_time: departure.unwrap_or_default(),
            arrival_time: arrival.unwrap_or_default(),
            duration: slice.duration,
            fare_brand_name: slice.fare_brand_name,
            origin: slice.origin,
            destination: slice.destination,
            segments: slice.segments,
        }
    }
}

impl From<BookedPassenger> for Passenger {
    fn from(booked: BookedPassenger) -> Self {
        // Names follow the provider's form here, as its client of old reads them (C14).
        let BookedPassenger {
            id,
            given_name,
            family_name,
            r#type: kind,
            ticket_numbers,
            associated_adult_id,
        } = booked;
        Self { id, given_name, family_name, kind, ticket_numbers, associated_adult_id }
    }
}

impl From<QuotedSeat> for BookedSeat {
    fn from(seat: QuotedSeat) -> Self {
        let passenger_id = seat.selection.map(|selection| selection.passenger_id).unwrap_or_default();
        Self { passenger_id, segment_id: seat.segment_id, designator: seat.designator }
    }
}
