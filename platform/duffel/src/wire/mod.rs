//! The provider's objects as they stand on the wire, as far as Fareway reads them.
//!
//! Unknown fields are ignored and unknown words are kept: the provider adds both without notice.

mod name;
mod offer;
mod offer_request;
mod order;
mod order_cancellation;
mod seat_map;
pub(crate) mod word;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use self::word::Text;
pub use offer::{
    Aircraft, Airline, Amenities, Baggage, BaggageKind, Cabin, CabinClass, City, Condition, Conditions,
    Offer, OfferPassenger, PassengerKind, Place, Segment, SegmentPassenger, Service, ServiceKind,
    ServiceMetadata, Slice, Stop, Switch,
};
pub(crate) use offer_request::LenientBatch;
pub use offer_request::{
    BatchOfferRequest, MAX_CONNECTIONS, NewOfferRequest, NewPassenger, NewSlice, OfferRequest,
    SearchedPassenger,
};
pub use order::{
    BookedSeat, Document, Gender, IdentityDocument, NewOrder, NewOrderPassenger, NewOrderService, Order,
    OrderPassenger, PaymentStatus, Title,
};
pub use order_cancellation::{AirlineCredit, OrderCancellation, RefundTo};
pub use seat_map::{Element, ElementKind, Row, SeatCabin, SeatMap, SeatService, Section, Wings};

/// Every body holds its object under `data`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Envelope<T> {
    pub data: T,
}

/// A page of a list.
#[derive(Debug, Deserialize)]
pub(crate) struct Page<T> {
    pub data: Vec<T>,
    pub meta: Option<PageMeta>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageMeta {
    pub after: Option<String>,
}

/// For lists and objects that may be null or absent.
pub(crate) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

/// An item of a list that may be passed over when it can't be read: one airline's oddity must not hide all others'
/// offers. Not for orders: one that was passed over would be taken for none.
#[derive(Debug)]
pub(crate) struct Lenient<T>(Option<T>);

/// The item's JSON is found first, then read: an item that can't be read ends where the next one begins. What is no JSON
/// fails the whole list.
impl<'de, T: DeserializeOwned> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        Ok(Self(serde_json::from_str(json.get()).ok()))
    }
}

/// The items that can be read.
pub(crate) fn readable<T>(items: Vec<Lenient<T>>) -> Vec<T> {
    passing_over(items.into_iter().map(|Lenient(item)| item))
}

/// The items that are there. Logs how many are not, as a decoding fault: the provider did answer.
pub(crate) fn passing_over<T>(items: impl Iterator<Item = Option<T>>) -> Vec<T> {
    let mut unreadable = 0_usize;
    let read = items.inspect(|item| unreadable += usize::from(item.is_none())).flatten().collect();
    if unreadable > 0 {
        tracing::warn!(unreadable, "passed over what the provider wrote in a way unknown to us");
    }
    read
}

/// For lists that may be null or absent. Some of their items may be unreadable.
pub(crate) fn lenient<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    Ok(readable(Option::deserialize(deserializer)?.unwrap_or_default()))
}

/// RFC 3339 with `Z`.
pub(crate) fn instant<'de, D: Deserializer<'de>>(deserializer: D) -> Result<OffsetDateTime, D::Error> {
    let Text(text) = Text::deserialize(deserializer)?;
    OffsetDateTime::parse(&text, &Rfc3339).map_err(serde::de::Error::custom)
}

pub(crate) fn optional_instant<'de, D>(deserializer: D) -> Result<Option<OffsetDateTime>, D::Error>
where
    D: Deserializer<'de>,
{
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| OffsetDateTime::parse(&text, &Rfc3339)).transpose().map_err(serde::de::Error::custom)
}
