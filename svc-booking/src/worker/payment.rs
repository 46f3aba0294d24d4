//! What a booking asks of offers and payments.

use std::time::Duration;

use anyhow::Context;
use money::{Currency, Money};
use proto::common::v1::Money as MoneyMessage;
use proto::offers::v1::QuoteOfferRequest;
use proto::payments::v1::{
    CapturePaymentRequest, ClaimPaymentRequest, Outcome, Payment, PaymentStatus, RefundPaymentRequest,
    VoidPaymentRequest,
};
use service::Problem;
use service::context::LOOKUP_DEADLINE;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tonic::{Code, Status};

use super::Worker;
use super::saga::CallOutcome;
use crate::convert;
use crate::domain::card::Card;
use crate::domain::review::ReviewAction;
use crate::domain::saga::Event;
use crate::domain::{Booking, Reason};
use crate::repository::{Answer, Class, Repository};
use crate::upstreams::{BAG_UNAVAILABLE, DOCUMENTS_UNSUPPORTED, context_of, is_gone};

/// The card provider is given its time; the worker waits for nobody else.
const MONEY: Duration = Duration::from_secs(40);

impl<S: Repository> Worker<S> {
    pub(super) async fn verify_offer(&self, booking: &Booking) -> anyhow::Result<CallOutcome> {
        let seats = booking.quote.seats.iter().filter_map(|seat| seat.selection.clone());
        let bags = booking.quote.bags.iter().filter_map(|bag| bag.selection.clone());
        let message = QuoteOfferRequest {
            offer_id: booking.offer_id().to_owned(),
            seats: seats.collect(),
            bags: bags.collect(),
        };
        let request = context_of(booking)?.request_within(LOOKUP_DEADLINE, message);
        match self.bookings.upstreams.offers.clone().quote_offer(request).await {
            Ok(quote) => {
                let quote = quote.into_inner();
                let stands = quote.total.as_ref() == Some(&convert::money(booking.total))
                    && quote.provider_total.as_ref() == Some(&convert::money(booking.provider_total));
                if stands {
                    return Ok(CallOutcome::of(Event::OfferStands));
                }
                let failure_price = quote.total.and_then(|total| price_in(booking.total.currency, &total));
                Ok(CallOutcome { failure_price, ..CallOutcome::of(Event::PriceChanged) })
            }
            Err(status) => {
                let problem = Problem::from_status(&status);
                match problem.code.as_str() {
                    _ if is_gone(&problem) => Ok(CallOutcome::of(Event::OfferGone)),
                    // The airline has changed its mind since the booking was taken.
                    DOCUMENTS_UNSUPPORTED => {
                        let failure_reason = Some(Reason::DocumentsUnsupported);
                        Ok(CallOutcome { failure_reason, ..CallOutcome::of(Event::OfferGone) })
                    }
                    // The seats were checked when the booking was made: one was taken since.
                    "VALIDATION_ERROR" => {
                        let failure_reason = Some(Reason::SeatTaken);
                        Ok(CallOutcome { failure_reason, ..CallOutcome::of(Event::SeatTaken) })
                    }
                    BAG_UNAVAILABLE => {
                        let failure_reason = Some(Reason::BagUnavailable);
                        Ok(CallOutcome { failure_reason, ..CallOutcome::of(Event::BagUnavailable) })
                    }
                    _ => Err(status).context("verifying the offer"),
                }
            }
        }
    }

    pub(super) async fn claim_payment(&self, booking: &Booking) -> anyhow::Result<CallOutcome> {
        let message = ClaimPaymentRequest {
            payment_id: booking.payment_id.clone(),
            booking_id: booking.id.to_string(),
            offer_id: booking.offer_id().to_owned(),
            amount: Some(convert::money(booking.total)),
            principals: booking.principals.clone(),
        };
        let request = context_of(booking)?.request_within(MONEY, message);
        let answer = match self.bookings.upstreams.payments.clone().claim_payment(request).await {
            Ok(answer) => answer.into_inner(),
            Err(status) if is_definite(&status) => {
                let refused = Event::PaymentRefused { still_held: false };
                let failure_reason = Some(Reason::of_refused_payment(&Problem::from_status(&status).code));
                return Ok(CallOutcome { failure_reason, ..refused_with(refused) });
            }
            Err(status) => return Err(status).context("asking payments"),
        };
        let payment = answer.payment.as_ref();
        Ok(match answer.outcome() {
            Outcome::Done => CallOutcome {
                card: payment.and_then(|payment| Card::of(&payment.card_brand, &payment.card_last4)),
                capture_before: payment.and_then(|payment| instant(&payment.capture_before)),
                ..CallOutcome::answered(Event::MoneyHeld, Answer::of(Class::Done))
            },
            Outcome::Refused => {
                let still_held =
                    payment.is_some_and(|it| holds_for(it, booking) || was_taken_for(it, booking));
                let failure_reason =
                    answer.refusal.as_ref().map(|refusal| Reason::of_refused_payment(&refusal.code));
                CallOutcome { failure_reason, ..refused_with(Event::PaymentRefused { still_held }) }
            }
            Outcome::Unknown | Outcome::Unspecified if !asks_holder(payment) => unknown(),
            // The bank has not agreed, and its question need not be answered any more.
            Outcome::Unknown | Outcome::Unspecified if booking.abandoned => CallOutcome {
                failure_reason: Some(Reason::PaymentCancelled),
                ..refused_with(Event::PaymentRefused { still_held: true })
            },
            Outcome::Unknown | Outcome::Unspecified => {
                let action_url = payment.map(|payment| payment.action_url.clone());
                CallOutcome {
                    action_url,
                    ..CallOutcome::answered(Event::HolderAsked, Answer::of(Class::Unknown))
                }
            }
        })
    }

    pub(super) async fn capture_payment(&self, booking: &Booking) -> anyhow::Result<CallOutcome> {
        let message = CapturePaymentRequest {
            payment_id: booking.payment_id.clone(),
            booking_id: booking.id.to_string(),
        };
        let request = context_of(booking)?.request_within(MONEY, message);
        match self.bookings.upstreams.payments.clone().capture_payment(request).await {
            Ok(answer) => Ok(match answer.into_inner().outcome() {
                Outcome::Done => CallOutcome::answered(Event::MoneyTaken, Answer::of(Class::Done)),
                Outcome::Refused => refused_with(Event::CaptureImpossible),
                Outcome::Unknown | Outcome::Unspecified => unknown(),
            }),
            Err(status) => Err(status).context("asking payments"),
        }
    }

    pub(super) async fn void_payment(&self, booking: &Booking) -> anyhow::Result<CallOutcome> {
        let message = VoidPaymentRequest {
            payment_id: booking.payment_id.clone(),
            booking_id: booking.id.to_string(),
            principals: booking.principals.clone(),
        };
        let request = context_of(booking)?.request_within(MONEY, message);
        let answer = match self.bookings.upstreams.payments.clone().void_payment(request).await {
            Ok(answer) => answer.into_inner(),
            // A payment that is nobody's of ours holds nothing for us.
            Err(status) if is_definite(&status) => return Ok(refused_with(Event::MoneyReleased)),
            Err(status) => return Err(status).context("asking payments"),
        };
        Ok(match answer.outcome() {
            Outcome::Done => {
                log_release(booking, answer.payment.as_ref());
                CallOutcome::answered(Event::MoneyReleased, Answer::of(Class::Done))
            }
            Outcome::Refused if answer.payment.as_ref().is_some_and(|it| was_taken_for(it, booking)) => {
                refused_with(Event::MoneyTaken)
            }
            // It pays for another booking, which is none of this one's business.
            Outcome::Refused => refused_with(Event::MoneyReleased),
            Outcome::Unknown | Outcome::Unspecified => unknown(),
        })
    }

    pub(super) async fn refund_payment(&self, booking: &Booking) -> anyhow::Result<CallOutcome> {
        if let Some(n) = self.bookings.store.latest_decision(booking.id, ReviewAction::PaidBack).await? {
            let by_hand = CallOutcome::answered(Event::MoneyPaidBack, Answer::of(Class::Done));
            return Ok(CallOutcome { decision: Some(n), ..by_hand });
        }
        let key = format!("failed:{}", booking.id);
        Ok(match self.pay_back(booking, booking.total, key).await? {
            Outcome::Done => CallOutcome::answered(Event::MoneyPaidBack, Answer::of(Class::Done)),
            Outcome::Refused => refused_with(Event::PayBackRefused),
            Outcome::Unknown | Outcome::Unspecified => unknown(),
        })
    }

    /// One key, one refund.
    pub(super) async fn pay_back(
        &self,
        booking: &Booking,
        amount: Money,
        idempotency_key: String,
    ) -> anyhow::Result<Outcome> {
        let message = RefundPaymentRequest {
            payment_id: booking.payment_id.clone(),
            booking_id: booking.id.to_string(),
            amount: Some(MoneyMessage { minor: amount.minor, currency: amount.currency.to_string() }),
            idempotency_key,
        };
        let request = context_of(booking)?.request_within(MONEY, message);
        let answer = self.bookings.upstreams.payments.clone().refund_payment(request).await?;
        Ok(answer.into_inner().outcome())
    }
}

/// The other service has understood, and will answer the same again.
fn is_definite(status: &Status) -> bool {
    matches!(status.code(), Code::InvalidArgument | Code::NotFound | Code::FailedPrecondition)
}

fn refused_with(event: Event) -> CallOutcome {
    CallOutcome::answered(event, Answer::of(Class::DefinitelyNot))
}

fn unknown() -> CallOutcome {
    CallOutcome::answered(Event::Unknown, Answer::of(Class::Unknown))
}

fn asks_holder(payment: Option<&Payment>) -> bool {
    payment.is_some_and(|payment| payment.status() == PaymentStatus::RequiresAction)
}

fn holds_for(payment: &Payment, booking: &Booking) -> bool {
    let is_free = payment.booking_id.is_empty() || payment.booking_id == booking.id.to_string();
    is_free && payment.status() == PaymentStatus::Authorised
}

fn was_taken_for(payment: &Payment, booking: &Booking) -> bool {
    let taken = [PaymentStatus::Captured, PaymentStatus::PartiallyRefunded];
    payment.booking_id == booking.id.to_string() && taken.contains(&payment.status())
}

/// A declined card had no money to release.
fn log_release(booking: &Booking, payment: Option<&Payment>) {
    if let Some(voided) = payment.filter(|payment| payment.status() == PaymentStatus::Voided) {
        tracing::info!(booking.id = %booking.id, payment.id = voided.id, "the money was released");
    }
}

fn price_in(currency: Currency, message: &MoneyMessage) -> Option<Money> {
    (message.currency == currency.code()).then(|| Money::new(message.minor, currency))
}

fn instant(text: &str) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(text, &Rfc3339).ok()
}
