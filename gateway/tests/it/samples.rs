//! Things that services answer with.

use proto::booking::v1::{BookedCard, BookedPassenger, Booking, BookingStatus};
use proto::brand::v1::{
    Brand, BrandPolicy, Company, Contact, GetBrandRequest, GetBrandResponse, Social, Theme, ThemeVariable,
};
use proto::common::v1::Money;
use proto::flights::v1::{Conditions, Offer, Place, Price, Segment, Slice};
use proto::identity::v1::{Session, User};
use proto::offers::v1::{QuotedBag, QuotedSeat, SeatSelection, ServiceSelection};
use service::{Mode, RequestContext};
use tonic::{Code, Status};
use uuid::Uuid;

pub const OFFER: &str = "off_0000AbCd";
pub const BOOKING: &str = "00000000-0000-0000-0000-00000000b00c";

pub fn guest_session(n: u128) -> Session {
    Session { id: Uuid::from_u128(n).to_string(), user: None, brand: "default".to_owned() }
}

pub fn user() -> User {
    User {
        id: Uuid::from_u128(100).to_string(),
        username: "ada".to_owned(),
        email: "ada@traveller.example".to_owned(),
        first_name: "Ada".to_owned(),
        last_name: "Byron".to_owned(),
        is_admin: false,
        created_at: "2026-01-01T00:00:00Z".to_owned(),
        is_mailbox_proved: true,
    }
}

pub fn other_user() -> User {
    User {
        id: Uuid::from_u128(102).to_string(),
        username: "grace".to_owned(),
        email: "grace@traveller.example".to_owned(),
        ..user()
    }
}

pub fn admin() -> User {
    User { id: Uuid::from_u128(101).to_string(), username: "operator".to_owned(), is_admin: true, ..user() }
}

pub fn usd(minor: i64) -> Money {
    Money { minor, currency: "USD".to_owned() }
}

/// The brands `default` and `blue`; no other.
pub fn find_brand(_: &RequestContext, request: GetBrandRequest) -> Result<GetBrandResponse, Status> {
    let name = match request.key.as_str() {
        "default" => "Fareway",
        "blue" => "Blue & Sons",
        _ => return Err(designed(Code::NotFound, "BRAND_NOT_FOUND")),
    };
    let variable = ThemeVariable { name: "--brand-primary".to_owned(), value: "#0055aa".to_owned() };
    let brand = Brand {
        name: name.to_owned(),
        domain: request.key,
        theme: Some(Theme { variables: vec![variable], secondary: "#003366".to_owned(), ..Theme::default() }),
        contact: Some(Contact::default()),
        social: Some(Social::default()),
        company: Some(Company::default()),
        version: 7,
        ..Brand::default()
    };
    let policy =
        BrandPolicy { markup_rate: "0.1".to_owned(), public_url: "https://blue.example/".to_owned() };
    Ok(GetBrandResponse { brand: Some(brand), policy: Some(policy) })
}

pub fn designed(grpc: Code, code: &str) -> Status {
    service::Problem::new(grpc, code, "A sentence for the person.").into()
}

/// How svc-identity refuses a wrong password of somebody who is signed in.
pub fn wrong_password() -> Status {
    let mut errors = service::FieldErrors::default();
    errors.add("currentPassword", "Current password is incorrect");
    errors.into_result().unwrap_err().into()
}

fn place(code: &str) -> Place {
    Place { iata_code: code.to_owned(), city_name: format!("City of {code}"), ..Place::default() }
}

pub fn offer() -> Offer {
    let segment = |id: &str, from: &str, to: &str, departing_at: &str, arriving_at: &str| Segment {
        id: id.to_owned(),
        origin: Some(place(from)),
        destination: Some(place(to)),
        departing_at: departing_at.to_owned(),
        arriving_at: arriving_at.to_owned(),
        ..Segment::default()
    };
    let segments = vec![
        segment("seg_1", "JFK", "BOS", "2026-06-01T08:00:00", "2026-06-01T09:10:00"),
        segment("seg_2", "BOS", "LHR", "2026-06-01T10:30:00", "2026-06-01T22:05:00"),
    ];
    Offer {
        id: OFFER.to_owned(),
        total_amount: "524.30".to_owned(),
        total_currency: "USD".to_owned(),
        price: Some(Price { amount: "645.00".to_owned(), currency: "USD".to_owned(), ..Price::default() }),
        slices: vec![Slice {
            id: "sli_1".to_owned(),
            origin: Some(place("JFK")),
            destination: Some(place("LHR")),
            segments,
            ..Slice::default()
        }],
        conditions: Some(Conditions { refundable: true, ..Conditions::default() }),
        ..Offer::default()
    }
}

/// Two pieces of a bag.
pub fn bag_selection() -> ServiceSelection {
    ServiceSelection { passenger_id: "pas_1".to_owned(), service_id: "ase_2".to_owned(), quantity: 2 }
}

pub fn booking(status: BookingStatus) -> Booking {
    let selection = SeatSelection { passenger_id: "pas_1".to_owned(), service_id: "ase_1".to_owned() };
    Booking {
        id: BOOKING.to_owned(),
        status: status.into(),
        booking_reference: "RZPNX8".to_owned(),
        total: Some(usd(64_500)),
        offer: Some(offer()),
        passengers: vec![BookedPassenger {
            id: "pas_1".to_owned(),
            given_name: "Ada".to_owned(),
            family_name: "Byron".to_owned(),
            r#type: "adult".to_owned(),
            ticket_numbers: vec!["1252106312810".to_owned()],
            associated_adult_id: None,
        }],
        seats: vec![QuotedSeat {
            selection: Some(selection),
            designator: "12A".to_owned(),
            segment_id: "seg_2".to_owned(),
            price: Some(usd(2_000)),
            exit_row: false,
        }],
        bags: vec![QuotedBag {
            selection: Some(bag_selection()),
            kind: "checked".to_owned(),
            weight_kg: Some(23),
            segment_ids: vec!["seg_1".to_owned(), "seg_2".to_owned()],
            price: Some(usd(15_000)),
        }],
        created_at: "2026-03-01T12:00:00Z".to_owned(),
        cancellable: true,
        version: 3,
        mode: Mode::Test.into(),
        card: Some(BookedCard { brand: "visa".to_owned(), last4: "4242".to_owned() }),
        ..Booking::default()
    }
}

/// The files of an export, as Next lays them out.
pub const EXPORT: [(&str, &str); 13] = [
    ("index.html", "<html><head><style nonce=\"__CSP_NONCE__\"></style></head><body>home</body></html>"),
    ("search.html", "<html><head></head><body>search<style nonce=\"__CSP_NONCE__\"></style></body></html>"),
    ("booking.html", "<html><head></head><body>booking</body></html>"),
    ("flight/_.html", "<html><head></head><body>flight</body></html>"),
    ("reset-password.html", "<html><head></head><body>reset</body></html>"),
    ("404.html", "<html><head></head><body>nothing here</body></html>"),
    ("search.txt", "route data of search"),
    ("flight/_.txt", "route data of flight"),
    ("flight/_/__next._tree.txt", "tree of flight"),
    ("search/__next._tree.txt", "tree of search"),
    ("_next/static/chunks/a1.js", "console.log('a chunk')"),
    (
        "csp.json",
        r#"{"index.html":["'sha256-aaa='"],"search.html":["'sha256-bbb='","'unsafe-inline'"],"flight/_.html":[],
            "booking.html":["'sha256-ccc='"],"reset-password.html":[],"404.html":[]}"#,
    ),
    (
        "routes.json",
        r#"{"/":{"title":"{brand} - Flight Booking","description":"Fly with {brand}."},
            "/flight/[id]":{"title":"A flight of {brand}","description":""}}"#,
    ),
];
