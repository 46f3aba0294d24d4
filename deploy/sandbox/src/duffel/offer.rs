//! One offer: found again from its id, priced as it stands now, with the bags and seats sold beside it.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex};

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::error::Error;
use crate::Sandbox;
use crate::books::duffel::{Change, Drift, OfferRequest, ServiceDrift, ServiceDrifts};
use crate::ids::Family;
use crate::mode::Mode;
use crate::world::{Covers, ElementDraft, OfferDraft, PassengerKind, Query, SegmentDraft, World};

const LIFE: SignedDuration = SignedDuration::from_mins(30);
const HOLD: SignedDuration = SignedDuration::from_hours(72);
const PRICE_GUARANTEE: SignedDuration = SignedDuration::from_hours(48);
/// Places below an offer, slice or passenger in the numbering of ids.
const PER_OFFER: usize = 100;
const PER_SLICE: usize = 10;
const PER_FLIGHT: usize = 100;
const PER_PASSENGER: usize = 1000;
/// Bags count down from here, seats count up.
const FIRST_BAG: usize = PER_PASSENGER - 1;

type Drafts = Arc<Vec<OfferDraft>>;

/// Offers of recent searches. Only a short-cut: they can always be worked out again.
#[derive(Debug, Default)]
pub struct DraftCache {
    recent: Mutex<VecDeque<(Query, Date, Drafts)>>,
}

#[derive(Debug, Clone)]
pub struct Offer {
    pub request: Arc<OfferRequest>,
    pub index: usize,
    pub drift: Drift,
    pub service_drifts: ServiceDrifts,
    drafts: Drafts,
}

/// A bag or a seat, for one passenger.
#[derive(Debug, Clone)]
pub struct Service {
    pub id: String,
    pub price: i64,
    pub maximum_quantity: u64,
    pub passenger: usize,
    pub segment_ids: Vec<String>,
    pub kind: ServiceKind,
}

#[derive(Debug, Clone)]
pub enum ServiceKind {
    Bag { weight_kg: u8 },
    Seat { designator: String, name: Option<&'static str>, disclosures: Vec<&'static str> },
}

impl DraftCache {
    const KEPT: usize = 64;

    pub fn drafts(&self, world: &World, request: &OfferRequest) -> Drafts {
        let today = request.today();
        let hit = |(query, day, _): &&(Query, Date, Drafts)| *query == request.query && *day == today;
        if let Some((_, _, drafts)) = self.lock().iter().find(hit) {
            return Arc::clone(drafts);
        }
        let drafts = Arc::new(world.offers(&request.query, today));
        let mut recent = self.lock();
        recent.truncate(Self::KEPT - 1);
        recent.push_front((request.query.clone(), today, Arc::clone(&drafts)));
        drafts
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<(Query, Date, Drafts)>> {
        self.recent.lock().expect("nothing panics while it holds the cache")
    }
}

impl Offer {
    /// Every offer of a search, cheapest first.
    pub fn all(sandbox: &Sandbox, request: &OfferRequest) -> Vec<Self> {
        let drafts = sandbox.searches.drafts.drafts(&sandbox.world, request);
        let request = Arc::new(request.clone());
        sandbox.ledger.read(|books| {
            let offer = |index| Self {
                request: Arc::clone(&request),
                index,
                drift: books.duffel.drift(request.family, index),
                service_drifts: books.duffel.service_drifts(request.family, index),
                drafts: Arc::clone(&drafts),
            };
            (0..drafts.len()).map(offer).collect()
        })
    }

    /// `None` for an id that this mode never gave out. Gone or expired offers are still found.
    pub fn find(sandbox: &Sandbox, mode: Mode, id: &str) -> Option<Self> {
        let (family, index) = Family::parse("off", id)?;
        let (request, drift, service_drifts) = sandbox.ledger.read(|books| {
            let drifts = (books.duffel.drift(family, index), books.duffel.service_drifts(family, index));
            Some((books.duffel.request(family)?.clone(), drifts.0, drifts.1))
        })?;
        if request.mode != mode {
            return None;
        }
        let drafts = sandbox.searches.drafts.drafts(&sandbox.world, &request);
        let request = Arc::new(request);
        (index < drafts.len()).then_some(Self { request, index, drift, service_drifts, drafts })
    }

    pub fn id(&self) -> String {
        self.request.family.id("off", self.index)
    }

    /// This offer changed to that, for the books.
    pub fn drifted(&self, drift: Drift) -> Change {
        Change::OfferDrifted { request: self.request.family, index: self.index, drift }
    }

    /// One of its services changed to that, for the books.
    pub fn service_drifted(&self, service_id: String, drift: ServiceDrift) -> Change {
        Change::ServiceDrifted { request: self.request.family, index: self.index, service_id, drift }
    }

    pub fn draft(&self) -> &OfferDraft {
        &self.drafts[self.index]
    }

    pub fn total(&self) -> i64 {
        self.full_total() - self.members_discount()
    }

    pub fn base(&self) -> i64 {
        self.draft().base + self.drift.price - self.members_discount()
    }

    fn full_total(&self) -> i64 {
        self.draft().total + self.drift.price
    }

    /// A tenth, once, for who travels on the test airline with its test account.
    fn members_discount(&self) -> i64 {
        let is_member = || self.request.passengers.iter().any(|asked| asked.member.is_of_test_airline());
        if self.draft().airline == "ZZ" && is_member() { self.full_total() / 10 } else { 0 }
    }

    pub fn expires_at(&self) -> Timestamp {
        if self.drift.expired { self.request.created_at } else { self.request.created_at + LIFE }
    }

    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at() <= now
    }

    /// Until when a hold may be paid, and its price is good.
    pub fn hold(&self) -> Option<(Timestamp, Timestamp)> {
        let from = self.request.created_at;
        self.draft().holdable.then(|| (from + HOLD, from + PRICE_GUARANTEE))
    }

    pub fn passenger_id(&self, passenger: usize) -> String {
        self.request.passenger_id(passenger)
    }

    pub fn slice_id(&self, slice: usize) -> String {
        self.request.family.id("sli", self.index * PER_OFFER + slice)
    }

    pub fn segment_id(&self, slice: usize, segment: usize) -> String {
        self.request.family.id("seg", self.index * PER_OFFER + slice * PER_SLICE + segment)
    }

    /// Slice, segment and flight, in travel order.
    pub fn segments(&self) -> impl Iterator<Item = (usize, usize, &SegmentDraft)> {
        self.draft().slices.iter().enumerate().flat_map(|(at, slice)| {
            slice.segments.iter().enumerate().map(move |(number, segment)| (at, number, segment))
        })
    }

    /// Passengers with a seat of their own.
    pub fn seated(&self) -> impl Iterator<Item = usize> {
        let kinds = self.request.query.passengers.iter().enumerate();
        kinds.filter(|(_, kind)| **kind != PassengerKind::Infant).map(|(passenger, _)| passenger)
    }

    /// CO2 for all passengers: each with a seat adds the same.
    pub fn emissions_kg(&self) -> u32 {
        self.seated().map(|_| self.draft().emissions_kg).sum()
    }

    /// The bags that are sold now.
    pub fn bags(&self) -> Vec<Service> {
        let mut bags = Vec::new();
        for (number, bag) in self.draft().extra_bags.iter().enumerate() {
            for slices in self.covered(bag.covers) {
                let of_each = self.seated().map(|passenger| self.bag(number, &slices, passenger));
                bags.extend(of_each.filter_map(|bag| self.sold_now(bag)));
            }
        }
        bags
    }

    /// The slices that one price is for, each time it is sold.
    fn covered(&self, covers: Covers) -> Vec<Range<usize>> {
        let slices = self.draft().slices.len();
        match covers {
            Covers::Slice => (0..slices).map(|slice| slice..slice + 1).collect(),
            Covers::Trip => std::iter::once(0..slices).collect(),
        }
    }

    fn bag(&self, number: usize, slices: &Range<usize>, passenger: usize) -> Service {
        let bag = &self.draft().extra_bags[number];
        let segments = self.segments().filter(|(slice, ..)| slices.contains(slice));
        Service {
            id: self.service_id(slices.start * PER_SLICE, passenger, FIRST_BAG - number),
            price: bag.price,
            maximum_quantity: bag.max_quantity.into(),
            passenger,
            segment_ids: segments.map(|(slice, segment, _)| self.segment_id(slice, segment)).collect(),
            kind: ServiceKind::Bag { weight_kg: bag.weight_kg },
        }
    }

    /// A service at its price of now; nothing once it is withdrawn.
    fn sold_now(&self, service: Service) -> Option<Service> {
        let price = self.price_now(&service.id, service.price)?;
        Some(Service { price, ..service })
    }

    /// What a service of this price costs now; nothing once it is withdrawn.
    pub fn price_now(&self, service_id: &str, price: i64) -> Option<i64> {
        let drift = self.service_drifts.get(service_id).copied().unwrap_or_default();
        (!drift.withdrawn).then_some(price + drift.price)
    }

    /// Whether a service of this id was ever sold beside it.
    pub fn owns_service(&self, id: &str) -> bool {
        let place = Family::parse("ase", id);
        place.is_some_and(|(family, place)| {
            family == self.request.family && place / (PER_OFFER * PER_FLIGHT * PER_PASSENGER) == self.index
        })
    }

    /// The service of a seat: `place` counts the seats of its map.
    pub fn seat(&self, slice: usize, segment: usize, place: usize, passenger: usize) -> String {
        self.service_id(slice * PER_SLICE + segment, passenger, place)
    }

    /// Everything that can be ordered beside the flights now, by id.
    pub fn services(&self, world: &World) -> BTreeMap<String, Service> {
        let mut services = self.bags();
        for (slice, number, segment) in self.segments() {
            let map = world.seat_map(segment, segment.cabin);
            let rows = map.cabins.into_iter().flat_map(|cabin| cabin.rows);
            let seats = rows.flat_map(|row| row.sections).flatten().filter_map(|element| match element {
                ElementDraft::Seat(seat) => Some(seat),
                _ => None,
            });
            for (place, seat) in seats.enumerate() {
                let Some(price) = seat.price else { continue };
                let of_each = self.seated().map(|passenger| Service {
                    id: self.seat(slice, number, place, passenger),
                    price,
                    maximum_quantity: 1,
                    passenger,
                    segment_ids: vec![self.segment_id(slice, number)],
                    kind: ServiceKind::Seat {
                        designator: seat.designator.clone(),
                        name: seat.name,
                        disclosures: seat.disclosures.clone(),
                    },
                });
                services.extend(of_each.filter_map(|seat| self.sold_now(seat)));
            }
        }
        services.into_iter().map(|service| (service.id.clone(), service)).collect()
    }

    /// Why it can't be bought any more, if so: sold, expired, or gone as on its test route.
    pub fn unavailable(&self, sandbox: &Sandbox) -> Option<Error> {
        let sold = sandbox.ledger.read(|books| books.duffel.booked(self.request.family).is_some());
        let gone = sold || self.is_expired(sandbox.clock.now()) || self.request.route() == "LGW-LHR";
        gone.then(|| Error::new("offer_no_longer_available"))
    }

    fn service_id(&self, flight: usize, passenger: usize, place: usize) -> String {
        let index = ((self.index * PER_OFFER + flight) * PER_FLIGHT + passenger) * PER_PASSENGER + place;
        self.request.family.id("ase", index)
    }
}

impl Service {
    pub fn metadata(&self) -> Value {
        match &self.kind {
            ServiceKind::Bag { weight_kg } => json!({
                "type": "checked",
                "maximum_weight_kg": weight_kg,
                "maximum_height_cm": null,
                "maximum_length_cm": null,
                "maximum_depth_cm": null,
            }),
            ServiceKind::Seat { designator, name, disclosures } => {
                json!({ "designator": designator, "name": name, "disclosures": disclosures })
            }
        }
    }

    pub fn type_name(&self) -> &'static str {
        match self.kind {
            ServiceKind::Bag { .. } => "baggage",
            ServiceKind::Seat { .. } => "seat",
        }
    }
}
