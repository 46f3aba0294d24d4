//! What Duffel believes: searches, orders, quotes, payments and webhook endpoints of both modes.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::{Config, Receiver};
use crate::ids::Family;
use crate::mode::Mode;
use crate::world::Query;

/// The offers are not kept: the world gives the same ones again.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OfferRequest {
    pub family: Family,
    pub mode: Mode,
    pub query: Query,
    pub passengers: Vec<Asked>,
    pub created_at: Timestamp,
}

/// A passenger in the words of the search, or of what was said of them since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    #[serde(rename = "type")]
    pub kind: Option<String>,
    pub age: Option<u8>,
    #[serde(flatten)]
    pub member: Member,
}

/// Whose loyalty programme accounts may change a price.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    pub given_name: Option<String>,
    pub family_name: Option<String>,
    #[serde(default)]
    pub loyalty_programme_accounts: Vec<Account>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub airline_iata_code: String,
    pub account_number: String,
}

impl Member {
    /// The provider's test traveller: the test airline gives them a tenth off.
    pub fn is_of_test_airline(&self) -> bool {
        let is_account =
            |account: &Account| account.airline_iata_code == "ZZ" && account.account_number == "1234567890";
        let named = (self.given_name.as_deref(), self.family_name.as_deref());
        named == (Some("Amelia"), Some("Earhart")) && self.loyalty_programme_accounts.iter().any(is_account)
    }
}

/// How an offer came to differ from what was first found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Drift {
    pub price: i64,
    pub expired: bool,
}

/// The same of a service that is sold beside an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ServiceDrift {
    pub price: i64,
    pub withdrawn: bool,
}

/// By the service's id.
pub type ServiceDrifts = BTreeMap<String, ServiceDrift>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderType {
    Instant,
    Hold,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Order {
    pub id: String,
    pub family: Family,
    pub mode: Mode,
    #[serde(rename = "type")]
    pub kind: OrderType,
    pub offer_id: String,
    pub offer_request_id: String,
    pub created_at: Timestamp,
    /// The airline has it before Duffel can show it.
    pub visible_at: Timestamp,
    /// IATA code of the airline that sold it.
    pub owner: String,
    pub route: String,
    pub total: i64,
    pub base: i64,
    pub tax: i64,
    pub currency: String,
    /// What cancelling takes off the total; `None` where nothing comes back.
    pub refund_penalty: Option<i64>,
    pub payment_required_by: Option<Timestamp>,
    pub price_guarantee_expires_at: Option<Timestamp>,
    pub paid_at: Option<Timestamp>,
    pub cancelled_at: Option<Timestamp>,
    pub metadata: Option<BTreeMap<String, String>>,
    /// Parts that are only ever shown, as they stand on the wire.
    pub passengers: Vec<Value>,
    pub slices: Vec<Value>,
    pub services: Vec<Value>,
    pub conditions: Value,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Cancellation {
    pub id: String,
    pub mode: Mode,
    pub order_id: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub confirmed_at: Option<Timestamp>,
    pub refund: i64,
    pub currency: String,
    pub refund_to: RefundTo,
    pub passenger_id: String,
    #[serde(default)]
    pub given_name: String,
    #[serde(default)]
    pub family_name: String,
    pub airline: String,
    /// How long after the cancellation its credit has a code.
    #[serde(default)]
    pub credit_code_after_s: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundTo {
    Balance,
    AwaitingPayment,
    AirlineCredits,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Payment {
    pub id: String,
    pub mode: Mode,
    pub order_id: String,
    pub amount: i64,
    pub currency: String,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Endpoint {
    pub id: String,
    pub mode: Mode,
    pub url: url::Url,
    pub events: Vec<String>,
    pub active: bool,
    pub secret: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    OfferRequested(OfferRequest),
    OfferDrifted {
        request: Family,
        index: usize,
        drift: Drift,
    },
    ServiceDrifted {
        request: Family,
        index: usize,
        service_id: String,
        drift: ServiceDrift,
    },
    /// An order was asked of the airline and there is none, at least yet.
    OrderAttempted {
        offer_id: String,
    },
    OrderStored(Box<Order>),
    CancellationStored(Cancellation),
    PaymentStored(Payment),
    EndpointStored(Endpoint),
    EndpointDeleted {
        id: String,
    },
}

impl From<Change> for super::Change {
    fn from(change: Change) -> Self {
        Self::Duffel(change)
    }
}

#[derive(Debug, Default)]
pub struct Books {
    requests: HashMap<Family, OfferRequest>,
    drifts: HashMap<(Family, usize), Drift>,
    services: HashMap<(Family, usize), ServiceDrifts>,
    attempts: HashMap<Family, String>,
    orders: BTreeMap<String, Order>,
    booked: HashMap<Family, String>,
    cancellations: BTreeMap<String, Cancellation>,
    payments: BTreeMap<String, Payment>,
    endpoints: BTreeMap<String, Endpoint>,
}

impl OfferRequest {
    pub fn id(&self) -> String {
        self.family.id("orq", 0)
    }

    pub fn passenger_id(&self, passenger: usize) -> String {
        self.family.id("pas", passenger)
    }

    /// The day it was asked on, which prices depend on.
    pub fn today(&self) -> Date {
        self.created_at.to_zoned(jiff::tz::TimeZone::UTC).date()
    }

    /// Origin and destination of the first slice, by which the test routes go.
    pub fn route(&self) -> String {
        let slice = &self.query.slices[0];
        format!("{}-{}", slice.origin, slice.destination)
    }
}

impl Books {
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::OfferRequested(request) => {
                self.requests.insert(request.family, request);
            }
            Change::OfferDrifted { request, index, drift } => {
                self.drifts.insert((request, index), drift);
            }
            Change::ServiceDrifted { request, index, service_id, drift } => {
                self.services.entry((request, index)).or_default().insert(service_id, drift);
            }
            Change::OrderAttempted { offer_id } => {
                if let Some((family, _)) = Family::parse("off", &offer_id) {
                    self.attempts.insert(family, offer_id);
                }
            }
            Change::OrderStored(order) => {
                if let Some((family, _)) = Family::parse("off", &order.offer_id) {
                    self.booked.insert(family, order.offer_id.clone());
                }
                self.orders.insert(order.id.clone(), *order);
            }
            Change::CancellationStored(quote) => {
                self.cancellations.insert(quote.id.clone(), quote);
            }
            Change::PaymentStored(payment) => {
                self.payments.insert(payment.id.clone(), payment);
            }
            Change::EndpointStored(endpoint) => {
                self.endpoints.insert(endpoint.id.clone(), endpoint);
            }
            Change::EndpointDeleted { id } => {
                self.endpoints.remove(&id);
            }
        }
    }

    pub fn request(&self, family: Family) -> Option<&OfferRequest> {
        self.requests.get(&family)
    }

    pub fn requests(&self) -> impl Iterator<Item = &OfferRequest> {
        self.requests.values()
    }

    pub fn drift(&self, request: Family, index: usize) -> Drift {
        self.drifts.get(&(request, index)).copied().unwrap_or_default()
    }

    /// Of the services that changed.
    pub fn service_drifts(&self, request: Family, index: usize) -> ServiceDrifts {
        self.services.get(&(request, index)).cloned().unwrap_or_default()
    }

    /// The offer of this request that was booked: it can be only one.
    pub fn booked(&self, request: Family) -> Option<&str> {
        self.booked.get(&request).map(String::as_str)
    }

    pub fn attempted(&self, request: Family) -> Option<&str> {
        self.attempts.get(&request).map(String::as_str)
    }

    /// Newest first, with those that can't be seen yet.
    pub fn orders(&self) -> impl Iterator<Item = &Order> {
        self.orders.values().rev()
    }

    pub fn order(&self, mode: Mode, id: &str, now: Timestamp) -> Option<&Order> {
        self.orders.get(id).filter(|order| order.mode == mode && order.visible_at <= now)
    }

    pub fn cancellation(&self, mode: Mode, id: &str) -> Option<&Cancellation> {
        self.cancellations.get(id).filter(|quote| quote.mode == mode)
    }

    /// Newest first.
    pub fn cancellations(&self) -> impl Iterator<Item = &Cancellation> {
        self.cancellations.values().rev()
    }

    /// Newest first.
    pub fn payments(&self) -> impl Iterator<Item = &Payment> {
        self.payments.values().rev()
    }

    pub fn endpoint(&self, mode: Mode, id: &str) -> Option<&Endpoint> {
        self.endpoints.get(id).filter(|endpoint| endpoint.mode == mode)
    }

    pub fn endpoints(&self, mode: Mode) -> impl Iterator<Item = &Endpoint> {
        self.endpoints.values().filter(move |endpoint| endpoint.mode == mode)
    }

    /// Where this mode's events go: the endpoint made over the API, else the one of the settings.
    pub fn receiver(&self, config: &Config, mode: Mode) -> Option<Receiver> {
        if let Some(endpoint) = self.endpoints(mode).next() {
            let receiver = Receiver { url: endpoint.url.clone(), secret: endpoint.secret.clone() };
            return endpoint.active.then_some(receiver);
        }
        match mode {
            Mode::Test => config.duffel_webhook_test.clone(),
            Mode::Live => config.duffel_webhook_live.clone(),
        }
    }
}
