use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use money::Money;
use serde::Deserialize;
use time::OffsetDateTime;

use super::name::{name, optional_name, web_address};
use super::{instant, lenient, or_default, word::words};

/// The one kind of identity document that we send.
pub(crate) const PASSPORT: &str = "passport";

/// What an airline sells, for whom, until when. Amounts are for all passengers and slices, without services.
#[derive(Debug, Clone, Deserialize)]
pub struct Offer {
    pub id: String,
    pub live_mode: bool,
    #[serde(deserialize_with = "instant")]
    pub expires_at: OffsetDateTime,
    pub owner: Airline,
    pub total_amount: String,
    pub total_currency: String,
    pub base_amount: String,
    pub base_currency: String,
    pub tax_amount: Option<String>,
    pub tax_currency: Option<String>,
    pub total_emissions_kg: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub conditions: Conditions,
    #[serde(default, deserialize_with = "or_default")]
    pub passenger_identity_documents_required: bool,
    /// Absent where the provider says nothing of kinds; empty where no document may be sent.
    pub supported_passenger_identity_document_types: Option<Vec<String>>,
    #[serde(default, deserialize_with = "lenient")]
    pub available_services: Vec<Service>,
    pub passengers: Vec<OfferPassenger>,
    pub slices: Vec<Slice>,
}

impl Offer {
    /// Until when it may be sold: as long as the provider says, and never after its first flight has left. Where that
    /// flight's zone is unknown the provider alone decides.
    pub fn sold_until(&self) -> OffsetDateTime {
        self.leaves_at().map_or(self.expires_at, |leaves_at| leaves_at.min(self.expires_at))
    }

    fn leaves_at(&self) -> Option<OffsetDateTime> {
        let first = self.slices.first()?.segments.first()?;
        let zone = TimeZone::get(first.origin.time_zone.as_deref()?).ok()?;
        let local: DateTime = first.departing_at.parse().ok()?;
        let at = local.to_zoned(zone).ok()?.timestamp();
        OffsetDateTime::from_unix_timestamp(at.as_second()).ok()
    }

    /// Whether an order may carry passports: where the airline asks for documents and takes this kind. What is not asked
    /// for is not sent, as the airline may not take it.
    pub fn takes_passports(&self) -> bool {
        let kinds = self.supported_passenger_identity_document_types.as_deref();
        let is_taken = kinds.is_none_or(|kinds| kinds.iter().any(|kind| kind == PASSPORT));
        self.passenger_identity_documents_required && is_taken
    }

    /// Whether the airline asks for documents, and accepts none that we can send.
    pub fn asks_for_other_documents(&self) -> bool {
        self.passenger_identity_documents_required && !self.takes_passports()
    }

    /// What the agency pays for the offer.
    pub fn total(&self) -> Result<Money, money::Error> {
        Money::parse(&self.total_amount, &self.total_currency)
    }

    /// The tax within the total; zero where the airline names none.
    pub fn tax(&self) -> Result<Money, money::Error> {
        match &self.tax_amount {
            Some(amount) => {
                Money::parse(amount, self.tax_currency.as_deref().unwrap_or(&self.total_currency))
            }
            None => Ok(Money::zero(self.total_currency.parse()?)),
        }
    }

    /// CO2 for each traveller with a seat, in whole kilograms. Nothing where the airline states none: no flight emits 0.
    pub fn emissions_kg_per_traveller(&self) -> Option<u32> {
        let total = self.total_emissions_kg.as_deref()?;
        let whole: u32 = total.split_once('.').map_or(total, |(whole, _)| whole).parse().ok()?;
        let has_seat = |passenger: &&OfferPassenger| passenger.kind() != PassengerKind::InfantWithoutSeat;
        let seats = u32::try_from(self.passengers.iter().filter(has_seat).count()).ok()?;
        whole.checked_add(seats / 2)?.checked_div(seats).filter(|kg| *kg > 0)
    }

    /// What all offers of one offer request share, and no offer of another: their smallest passenger id.
    ///
    /// The provider sells one offer of a request, so this is what a booking reserves.
    pub fn request_key(&self) -> &str {
        self.passengers.iter().map(|passenger| passenger.id.as_str()).min().unwrap_or(&self.id)
    }

    /// Carrier, number and departure of every flight. Offers that agree in it differ in fare and price alone.
    pub fn flights(&self) -> String {
        let flight = |segment: &Segment| {
            let carrier = segment.marketing_carrier.iata_code.as_deref().unwrap_or_default();
            format!("{carrier}{} {}", segment.marketing_carrier_flight_number, segment.departing_at)
        };
        let slice = |slice: &Slice| slice.segments.iter().map(flight).collect::<Vec<_>>().join(", ");
        self.slices.iter().map(slice).collect::<Vec<_>>().join("; ")
    }

    /// The airline's name for the fare; of slices with different names, all of them.
    pub fn fare_brand(&self) -> Option<String> {
        let mut names: Vec<_> = self.slices.iter().filter_map(|s| s.fare_brand_name.as_deref()).collect();
        names.dedup();
        (!names.is_empty()).then(|| names.join(" / "))
    }
}

words! {
    PassengerKind { Adult = "adult", Child = "child", InfantWithoutSeat = "infant_without_seat" }
}

#[derive(Debug, Clone, Deserialize)]
pub struct OfferPassenger {
    pub id: String,
    /// Absent where the passenger was searched by age.
    #[serde(rename = "type")]
    pub kind: Option<PassengerKind>,
    pub age: Option<u8>,
}

impl OfferPassenger {
    /// The kind as searched, else by the age bands of the fare (infant under 2, child under 12).
    pub fn kind(&self) -> PassengerKind {
        match (&self.kind, self.age) {
            (Some(kind), _) => kind.clone(),
            (None, Some(0..2)) => PassengerKind::InfantWithoutSeat,
            (None, Some(2..12)) => PassengerKind::Child,
            (None, _) => PassengerKind::Adult,
        }
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
pub struct Conditions {
    pub refund_before_departure: Option<Condition>,
    pub change_before_departure: Option<Condition>,
}

/// `allowed` without a penalty: the airline did not name it; none at all is `0.00`.
#[derive(Debug, Clone, Deserialize)]
pub struct Condition {
    pub allowed: bool,
    pub penalty_amount: Option<String>,
    pub penalty_currency: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Airline {
    pub id: String,
    #[serde(deserialize_with = "name")]
    pub name: String,
    pub iata_code: Option<String>,
    /// Absent where it is no `https` address.
    #[serde(default, deserialize_with = "web_address")]
    pub logo_symbol_url: Option<String>,
}

/// An airport, or a city where a search named one.
#[derive(Debug, Clone, Deserialize)]
pub struct Place {
    #[serde(deserialize_with = "name")]
    pub name: String,
    pub iata_code: Option<String>,
    pub iata_country_code: Option<String>,
    #[serde(default, deserialize_with = "optional_name")]
    pub city_name: Option<String>,
    /// IANA zone; cities have none.
    pub time_zone: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub city: Option<City>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct City {
    #[serde(deserialize_with = "name")]
    pub name: String,
}

/// One direction of a journey.
#[derive(Debug, Clone, Deserialize)]
pub struct Slice {
    pub id: String,
    pub origin: Place,
    pub destination: Place,
    /// ISO 8601.
    pub duration: Option<String>,
    #[serde(default, deserialize_with = "optional_name")]
    pub fare_brand_name: Option<String>,
    pub segments: Vec<Segment>,
}

/// One flight under one number. Times are local to the airport and have no offset.
#[derive(Debug, Clone, Deserialize)]
pub struct Segment {
    pub id: String,
    pub origin: Place,
    pub destination: Place,
    #[serde(default, deserialize_with = "optional_name")]
    pub origin_terminal: Option<String>,
    #[serde(default, deserialize_with = "optional_name")]
    pub destination_terminal: Option<String>,
    pub departing_at: String,
    pub arriving_at: String,
    pub duration: Option<String>,
    pub aircraft: Option<Aircraft>,
    pub marketing_carrier: Airline,
    pub marketing_carrier_flight_number: String,
    pub operating_carrier: Option<Airline>,
    #[serde(default, deserialize_with = "or_default")]
    pub stops: Vec<Stop>,
    #[serde(default, deserialize_with = "or_default")]
    pub passengers: Vec<SegmentPassenger>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Aircraft {
    #[serde(deserialize_with = "name")]
    pub name: String,
    pub iata_code: Option<String>,
}

/// A landing on the way under the same flight number.
#[derive(Debug, Clone, Deserialize)]
pub struct Stop {
    pub airport: Place,
    pub arriving_at: String,
    pub departing_at: String,
}

words! {
    CabinClass {
        Economy = "economy",
        PremiumEconomy = "premium_economy",
        Business = "business",
        First = "first",
    }
}

/// What one passenger has on one flight.
#[derive(Debug, Clone, Deserialize)]
pub struct SegmentPassenger {
    pub passenger_id: String,
    pub cabin_class: Option<CabinClass>,
    /// Only what the airline mentions: a kind that is missing is not one of none.
    #[serde(default, deserialize_with = "lenient")]
    pub baggages: Vec<Baggage>,
    pub cabin: Option<Cabin>,
    /// On orders, where a seat was booked.
    pub seat: Option<super::BookedSeat>,
}

impl SegmentPassenger {
    /// How many bags of a kind are included. Not stated where the airline does not mention the kind. A kind may repeat.
    pub fn allowance(&self, kind: &BaggageKind) -> Option<u32> {
        let quantities =
            self.baggages.iter().filter(|bag| bag.kind == *kind).map(|bag| u32::from(bag.quantity));
        quantities.reduce(|sum, quantity| sum + quantity)
    }
}

words! {
    BaggageKind { Checked = "checked", CarryOn = "carry_on" }
}

/// A kind may repeat, and a quantity may be 0.
#[derive(Debug, Clone, Deserialize)]
pub struct Baggage {
    #[serde(rename = "type")]
    pub kind: BaggageKind,
    pub quantity: u8,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Cabin {
    pub amenities: Option<Amenities>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Amenities {
    pub wifi: Option<Switch>,
    pub power: Option<Switch>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Switch {
    #[serde(default, deserialize_with = "or_default")]
    pub available: bool,
}

words! {
    ServiceKind { Baggage = "baggage", Seat = "seat", CancelForAnyReason = "cancel_for_any_reason" }
}

/// Something sold beside the offer. The price is for one piece, for all listed passengers and segments.
#[derive(Debug, Clone, Deserialize)]
pub struct Service {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: ServiceKind,
    #[serde(default, deserialize_with = "or_default")]
    pub maximum_quantity: i32,
    #[serde(default, deserialize_with = "or_default")]
    pub passenger_ids: Vec<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub segment_ids: Vec<String>,
    pub total_amount: String,
    pub total_currency: String,
    #[serde(default, deserialize_with = "or_default")]
    pub metadata: ServiceMetadata,
}

impl Service {
    /// Which bag it is. Nothing for what is no bag, and for a bag of a kind that we don't know.
    pub fn bag_kind(&self) -> Option<&BaggageKind> {
        let kind = self.metadata.baggage.as_ref().filter(|_| self.kind == ServiceKind::Baggage);
        kind.filter(|kind| !matches!(kind, BaggageKind::Other(_)))
    }

    /// The heaviest piece allowed, where it is a bag and the airline says so.
    pub fn bag_weight_kg(&self) -> Option<u32> {
        self.metadata.maximum_weight_kg.filter(|_| self.kind == ServiceKind::Baggage).map(u32::from)
    }
}

/// Set for baggage.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct ServiceMetadata {
    #[serde(rename = "type")]
    pub baggage: Option<BaggageKind>,
    pub maximum_weight_kg: Option<u16>,
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn r042_emissions_are_shared_by_the_travellers_with_a_seat_and_unknown_is_never_zero() {
        let check = |stated: Option<&str>, expected: Option<u32>| {
            let mut offer = crate::testing::offer();
            offer["total_emissions_kg"] = stated.into();
            let offer: Offer = serde_json::from_value(offer).unwrap();
            assert_eq!(offer.emissions_kg_per_traveller(), expected, "{stated:?}");
        };
        // An adult, a child of eight, and an infant without a seat.
        check(Some("948"), Some(474));
        check(Some("949.5"), Some(475));
        check(Some("0"), None);
        check(Some("-3"), None);
        check(Some("much"), None);
        check(None, None);
    }

    #[test]
    fn an_offer_is_sold_until_it_expires_or_its_first_flight_leaves() {
        let sold_until = |expires_at: &str, zone: Option<&str>| {
            let mut offer = crate::testing::offer();
            offer["expires_at"] = expires_at.into();
            offer["slices"][0]["segments"][0]["departing_at"] = "2026-04-24T09:00:00".into();
            offer["slices"][0]["segments"][0]["origin"]["time_zone"] = zone.into();
            serde_json::from_value::<Offer>(offer).unwrap().sold_until()
        };

        // 09:00 of a summer's day in New York.
        let leaves_at = datetime!(2026-04-24 13:00 UTC);
        assert_eq!(
            sold_until("2026-04-24T12:59:59Z", Some("America/New_York")),
            leaves_at - time::Duration::SECOND
        );
        assert_eq!(sold_until("2026-04-24T13:30:00Z", Some("America/New_York")), leaves_at);
        assert_eq!(sold_until("2026-04-24T13:30:00Z", None), datetime!(2026-04-24 13:30 UTC));
        assert_eq!(
            sold_until("2026-04-24T13:30:00Z", Some("Nowhere/At_All")),
            datetime!(2026-04-24 13:30 UTC)
        );
    }
}
