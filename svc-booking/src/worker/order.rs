//! The airline's side: placing the one order, and finding out what became of it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;
use duffel::wire::{
    Gender as WireGender, IdentityDocument, NewOrderPassenger, NewOrderService, Title as WireTitle,
};
use duffel::{Client, ErrorKind, NewOrder, Order, OrderOutcome};
use proto::offers::v1::QuoteOfferResponse;
use time::OffsetDateTime;

use super::Worker;
use super::saga::CallOutcome;
use crate::domain::adoption::BOOKING_ID;
use crate::domain::booking::OrderRef;
use crate::domain::failure::{Extras, of_order_not_begun, of_refused_order};
use crate::domain::party::{Gender, Title, Traveller};
use crate::domain::review::ReviewAction;
use crate::domain::saga::Event;
use crate::domain::schedule::Absence;
use crate::domain::{Booking, FailureCode, Reason};
use crate::repository::{Answer, Class, Dispatch, Evidence, Repository};

impl<S: Repository> Worker<S> {
    pub(super) fn provider(&self, booking: &Booking) -> anyhow::Result<&Client> {
        self.bookings.duffel.of(booking.mode).context("the booking's mode has no flight provider any more")
    }

    /// Sends the order. Called once a booking, ever, and again only where it was turned away: the step before has seen
    /// to it. `lost` is the order that was sent before the booking was set back to a backup: it is taken in, and none is
    /// sent.
    pub(super) async fn place_order(&self, booking: &Booking, lost: Option<&Order>) -> CallOutcome {
        if let Some(order) = lost {
            return placed(order, booking);
        }
        let Ok(client) = self.provider(booking) else {
            return refused(Reason::AirlineRefused, None);
        };
        match client.create_order(&new_order(booking)).await {
            OrderOutcome::Created(order) => placed(&order, booking),
            OrderOutcome::DefinitelyNot(error) if self.is_reported(booking).await => {
                tracing::warn!(%error, "the airline refused an order and reports that it made it");
                CallOutcome::answered(Event::Unknown, answer(Class::Unknown, Some(&error), None))
            }
            OrderOutcome::DefinitelyNot(error) => {
                tracing::info!(%error, "the airline refused an order");
                refused(of_refused_order(&error, Extras::of(&booking.quote)), Some(&error))
            }
            OrderOutcome::NotBegun(error) => {
                if let Some(again_at) = self.again_at(booking, &error) {
                    return turned_away(&error, again_at);
                }
                tracing::warn!(%error, "an order never got to the airline");
                refused(of_order_not_begun(&error), Some(&error))
            }
            OrderOutcome::Unknown(error) => {
                tracing::warn!(%error, "nobody knows what became of an order");
                let promised = (error.kind == ErrorKind::Accepted).then_some(Evidence::Promised);
                CallOutcome::answered(Event::Unknown, answer(Class::Unknown, Some(&error), promised))
            }
        }
    }

    /// When an order that the provider turned away unread may be sent again; never where offer or hold end before.
    fn again_at(&self, booking: &Booking, error: &duffel::Error) -> Option<OffsetDateTime> {
        let again_at = self.bookings.now() + error.retry_after?;
        booking.facts(again_at).may_dispatch.then_some(again_at)
    }

    /// Whether a webhook has spoken of the order already. When that can't be read, the end of the booking looks again.
    async fn is_reported(&self, booking: &Booking) -> bool {
        let facts =
            self.bookings.store.webhook_facts(booking.mode, booking.offer_id(), booking.created_at).await;
        facts.is_ok_and(|facts| facts.reported_created)
    }

    /// The order that was sent for a booking which was set back to a backup: it stands at the provider, and what is stored
    /// shows it as not sent. A booking of a database that was never restored is not asked about.
    pub(super) async fn lost_order(&self, booking: &Booking) -> anyhow::Result<Option<Order>> {
        if !booking.saga.may_send_order() || !self.is_set_back(booking).await? {
            return Ok(None);
        }
        let orders = self.provider(booking)?.find_orders_by_offer(booking.offer_id()).await?;
        let lost = orders.into_iter().find(|order| is_ours(order, booking));
        if lost.is_some() {
            tracing::warn!(booking.id = %booking.id, "an order of after the backup is found and taken in");
        }
        Ok(lost)
    }

    async fn is_set_back(&self, booking: &Booking) -> anyhow::Result<bool> {
        let restored_at = self.restored_at.get_or_try_init(|| self.bookings.store.restored_at()).await?;
        Ok(restored_at.is_some_and(|at| booking.created_at <= at))
    }

    /// Reads what an earlier worker learnt, else asks the provider. Sends nothing.
    pub(super) async fn find_order(&self, booking: &Booking) -> anyhow::Result<CallOutcome> {
        let dispatch = self.bookings.store.dispatch(booking.id).await?;
        let dispatch = dispatch.context("a dispatch without its attempt")?;
        match &dispatch.evidence {
            Some(Evidence::Order { id, reference, cancellable, tickets }) => {
                let (id, reference, tickets) = (id.clone(), reference.clone(), tickets.clone());
                Ok(known(OrderRef { id, reference, cancellable: *cancellable, tickets }))
            }
            Some(Evidence::Refused { code, reason, .. }) => {
                let code = FailureCode::parse(code).unwrap_or(FailureCode::BookingFailed);
                let failure_reason = Reason::parse(reason);
                Ok(CallOutcome { failure_reason, ..CallOutcome::of(Event::OrderRefused(code)) })
            }
            Some(Evidence::Promised) | None => match self.bookings.store.named_order(booking.id).await? {
                Some((n, order)) => Ok(CallOutcome { decision: Some(n), ..known(order) }),
                None => self.look_for_order(booking, &dispatch).await,
            },
        }
    }

    /// The airline's word that there is none counts only where the provider shows none either.
    async fn look_for_order(&self, booking: &Booking, dispatch: &Dispatch) -> anyhow::Result<CallOutcome> {
        let mut orders = self.provider(booking)?.find_orders_by_offer(booking.offer_id()).await?;
        let facts = self.bookings.store.webhook_facts(booking.mode, booking.offer_id(), dispatch.at).await?;
        if let (true, Some(id)) = (orders.is_empty(), &facts.order_id) {
            orders.extend(self.read_order(booking, id).await?);
        }
        match orders.as_slice() {
            [order] if is_ours(order, booking) => Ok(known(OrderRef::of(order, booking))),
            [] => {
                let denial = self.bookings.store.latest_decision(booking.id, ReviewAction::NoOrder).await?;
                let absence = Absence {
                    dispatched_at: dispatch.at,
                    offer_expires_at: booking.offer_expires_at,
                    promised: dispatch.evidence == Some(Evidence::Promised),
                    reported_created: facts.reported_created,
                    reported_failed: facts.reported_failed,
                    denied: denial.is_some(),
                    webhooks_arrive: facts.any_arrived,
                };
                let proven = absence.is_proof(self.bookings.now());
                Ok(CallOutcome { decision: denial, ..CallOutcome::of(Event::OrderAbsent { proven }) })
            }
            strange => {
                tracing::error!(orders = strange.len(), "an offer's orders are not the one we sent");
                Ok(CallOutcome::of(Event::OrderDisputed))
            }
        }
    }

    /// The order by the id that a webhook gave it: a list may lag behind.
    async fn read_order(&self, booking: &Booking, id: &str) -> anyhow::Result<Option<Order>> {
        match self.provider(booking)?.get_order(id).await {
            Ok(order) => Ok(Some(order)),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// The same booking, the same passengers, the same money, and it stands.
fn is_ours(order: &Order, booking: &Booking) -> bool {
    let ids = |ids: Vec<&String>| ids.into_iter().cloned().collect::<BTreeSet<_>>();
    order.metadata.get(BOOKING_ID) == Some(&booking.id.to_string())
        && ids(order.passengers.iter().map(|it| &it.id).collect())
            == ids(booking.travellers.iter().map(|it| &it.passenger_id).collect())
        && order.total() == Ok(booking.provider_total)
        && order.cancelled_at.is_none()
}

fn known(order: OrderRef) -> CallOutcome {
    CallOutcome { order: Some(order), ..CallOutcome::of(Event::OrderKnown) }
}

fn placed(order: &Order, booking: &Booking) -> CallOutcome {
    let order = OrderRef::of(order, booking);
    let evidence = Evidence::Order {
        id: order.id.clone(),
        reference: order.reference.clone(),
        cancellable: order.cancellable,
        tickets: order.tickets.clone(),
    };
    CallOutcome { answer: Some(answer(Class::Done, None, Some(evidence))), ..known(order) }
}

/// Waits in the database, where a worker that stops leaves it to the next.
fn turned_away(error: &duffel::Error, again_at: OffsetDateTime) -> CallOutcome {
    tracing::info!(%error, %again_at, "an order waits for the provider's rate limit");
    CallOutcome {
        again_at: Some(again_at),
        ..CallOutcome::answered(Event::OrderTurnedAway, answer(Class::DefinitelyNot, Some(error), None))
    }
}

fn refused(reason: Reason, error: Option<&duffel::Error>) -> CallOutcome {
    let answer = answer(Class::DefinitelyNot, error, Some(Evidence::refused(reason)));
    CallOutcome {
        failure_reason: Some(reason),
        ..CallOutcome::answered(Event::OrderRefused(reason.code()), answer)
    }
}

fn answer(class: Class, error: Option<&duffel::Error>, evidence: Option<Evidence>) -> Answer {
    Answer {
        class,
        http_status: error.and_then(|error| error.status),
        request_id: error.and_then(|error| error.request_id.clone()),
        evidence,
    }
}

fn new_order(booking: &Booking) -> NewOrder {
    let with_documents =
        booking.quote.offer.as_ref().is_some_and(|offer| offer.passenger_identity_documents_required);
    NewOrder {
        offer_id: booking.offer_id().to_owned(),
        total: booking.provider_total,
        services: services(&booking.quote),
        passengers: booking.travellers.iter().map(|it| passenger(it, with_documents)).collect(),
        metadata: BTreeMap::from([(BOOKING_ID.to_owned(), booking.id.to_string())]),
    }
}

/// The seats, then the bags: a refusal names one by its place, which `Extras` reads.
fn services(quote: &QuoteOfferResponse) -> Vec<NewOrderService> {
    let seats = quote.seats.iter().filter_map(|seat| seat.selection.as_ref());
    let seats = seats.map(|seat| NewOrderService { id: seat.service_id.clone(), quantity: 1 });
    let bags = quote.bags.iter().filter_map(|bag| bag.selection.as_ref());
    let bags = bags.map(|bag| NewOrderService { id: bag.service_id.clone(), quantity: bag.quantity });
    seats.chain(bags).collect()
}

/// A document that the airline does not ask for may be of a kind it does not take.
fn passenger(traveller: &Traveller, with_documents: bool) -> NewOrderPassenger {
    let passport = traveller.passport.as_ref().filter(|_| with_documents);
    NewOrderPassenger {
        id: traveller.passenger_id.clone(),
        title: match traveller.title {
            Title::Mr => WireTitle::Mr,
            Title::Ms => WireTitle::Ms,
            Title::Mrs => WireTitle::Mrs,
            Title::Miss => WireTitle::Miss,
            Title::Dr => WireTitle::Dr,
        },
        gender: match traveller.gender {
            Gender::Female => WireGender::Female,
            Gender::Male => WireGender::Male,
        },
        given_name: traveller.given_name.clone(),
        family_name: traveller.family_name.clone(),
        born_on: traveller.born_on.map(|date| date.to_string()).unwrap_or_default(),
        email: traveller.email.clone(),
        phone_number: traveller.phone.clone(),
        infant_passenger_id: traveller.infant_id.clone(),
        identity_documents: passport
            .map(|passport| IdentityDocument {
                kind: "passport".to_owned(),
                unique_identifier: passport.number.clone(),
                issuing_country_code: passport.country.clone(),
                expires_on: passport.expires_on.to_string(),
            })
            .into_iter()
            .collect(),
    }
}
