use std::collections::BTreeMap;
use std::fmt;

use money::Money;
use serde::{Deserialize, Serialize, Serializer};
use time::OffsetDateTime;

use super::{Airline, Conditions, OrderCancellation, Slice, instant, optional_instant, or_default};

/// An order to place: one offer, paid from the agency's balance at the provider.
#[derive(Debug, Clone)]
pub struct NewOrder {
    pub offer_id: String,
    /// The offer's total and all services, exactly.
    pub total: Money,
    pub services: Vec<NewOrderService>,
    pub passengers: Vec<NewOrderPassenger>,
    /// Comes back with the order. No personal data.
    pub metadata: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct NewOrderService {
    pub id: String,
    pub quantity: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Title {
    Mr,
    Ms,
    Mrs,
    Miss,
    Dr,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Gender {
    #[serde(rename = "f")]
    Female,
    #[serde(rename = "m")]
    Male,
}

/// A traveller. The provider wants every field of every passenger.
#[derive(Clone, Serialize)]
pub struct NewOrderPassenger {
    /// The passenger's id on the offer.
    pub id: String,
    pub title: Title,
    pub gender: Gender,
    pub given_name: String,
    pub family_name: String,
    /// `yyyy-mm-dd`.
    pub born_on: String,
    pub email: String,
    /// E.164.
    pub phone_number: String,
    /// On an adult: the infant on the lap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infant_passenger_id: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub identity_documents: Vec<IdentityDocument>,
}

#[derive(Clone, Serialize)]
pub struct IdentityDocument {
    /// `passport`.
    #[serde(rename = "type")]
    pub kind: String,
    pub unique_identifier: String,
    pub issuing_country_code: String,
    pub expires_on: String,
}

/// The wire form: `NewOrder` with what is the same for every order.
#[derive(Serialize)]
struct NewOrderBody<'a> {
    r#type: &'static str,
    selected_offers: [&'a str; 1],
    payments: [NewPayment<'a>; 1],
    services: &'a [NewOrderService],
    passengers: &'a [NewOrderPassenger],
    metadata: &'a BTreeMap<String, String>,
}

#[derive(Serialize)]
struct NewPayment<'a> {
    r#type: &'static str,
    amount: String,
    currency: &'a str,
}

impl Serialize for NewOrder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let payment = NewPayment {
            r#type: "balance",
            amount: self.total.amount(),
            currency: self.total.currency.code(),
        };
        NewOrderBody {
            r#type: "instant",
            selected_offers: [&self.offer_id],
            payments: [payment],
            services: &self.services,
            passengers: &self.passengers,
            metadata: &self.metadata,
        }
        .serialize(serializer)
    }
}

/// A booking at the airline. Totals include services.
#[derive(Debug, Clone, Deserialize)]
pub struct Order {
    pub id: String,
    pub offer_id: Option<String>,
    pub live_mode: bool,
    #[serde(deserialize_with = "instant")]
    pub created_at: OffsetDateTime,
    #[serde(default, deserialize_with = "optional_instant")]
    pub cancelled_at: Option<OffsetDateTime>,
    /// The airline's own reference (PNR), which travellers know.
    pub booking_reference: String,
    pub owner: Airline,
    pub total_amount: String,
    pub total_currency: String,
    #[serde(default, deserialize_with = "or_default")]
    pub payment_status: PaymentStatus,
    /// `cancel`, `change`, `update`: what may be done now. Rules over `conditions`, with which it may disagree.
    #[serde(default, deserialize_with = "or_default")]
    pub available_actions: Vec<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub conditions: Conditions,
    /// May fill in later.
    #[serde(default, deserialize_with = "or_default")]
    pub documents: Vec<Document>,
    #[serde(default, deserialize_with = "or_default")]
    pub passengers: Vec<OrderPassenger>,
    #[serde(default, deserialize_with = "or_default")]
    pub slices: Vec<Slice>,
    pub cancellation: Option<OrderCancellation>,
    #[serde(default, deserialize_with = "optional_instant")]
    pub void_window_ends_at: Option<OffsetDateTime>,
    #[serde(default, deserialize_with = "or_default")]
    pub metadata: BTreeMap<String, String>,
}

impl Order {
    pub fn total(&self) -> Result<Money, money::Error> {
        Money::parse(&self.total_amount, &self.total_currency)
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
pub struct PaymentStatus {
    #[serde(default, deserialize_with = "or_default")]
    pub awaiting_payment: bool,
    #[serde(default, deserialize_with = "optional_instant")]
    pub paid_at: Option<OffsetDateTime>,
}

/// A ticket, or a receipt for a service.
#[derive(Debug, Clone, Deserialize)]
pub struct Document {
    #[serde(rename = "type")]
    pub kind: String,
    pub unique_identifier: String,
    #[serde(default, deserialize_with = "or_default")]
    pub passenger_ids: Vec<String>,
}

/// A traveller of an order.
#[derive(Clone, Deserialize)]
pub struct OrderPassenger {
    pub id: String,
    pub given_name: String,
    pub family_name: String,
    pub born_on: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct BookedSeat {
    pub designator: String,
}

/// Personal data never reaches a log.
macro_rules! redacted {
    ($($name:ident),+) => {
        $(impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), " { .. }"))
            }
        })+
    };
}

redacted!(NewOrderPassenger, IdentityDocument, OrderPassenger);
