//! Bookings to store, and both stores to put them in.

use mail::Letterhead;
use money::{MarkupRate, Money};
use proto::offers::v1::QuoteOfferResponse;
use service::sealing::Sealer;
use service::{Mode, RequestContext, UserRef};
use simulation::MemoryBookings;
use std::sync::Arc;
use svc_booking::domain::Booking;
use svc_booking::domain::booking::AccountState;
use svc_booking::domain::saga::Saga;
use svc_booking::repository::{Key, Reader, Repository};
use svc_booking::{MIGRATOR, Store};
use testkit::TestDb;
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;

pub const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
const PII_KEY: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";

/// A store, and the database that it may need.
pub struct Kept {
    pub store: Arc<dyn Repository>,
    _db: Option<TestDb>,
}

pub async fn in_postgres() -> Kept {
    let db = TestDb::create(&MIGRATOR).await;
    let sealer = Sealer::new("PII_KEY", &PII_KEY.into(), None).unwrap();
    let store = Store::new(db.pool.clone(), sealer);
    Kept { store: Arc::new(store), _db: Some(db) }
}

pub fn in_memory() -> Kept {
    Kept { store: Arc::new(MemoryBookings::default()), _db: None }
}

/// The booking of buyer `n`, of an offer of request `request`.
pub fn booking(n: u128, request: &str) -> Booking {
    let offer = serde_json::from_value(duffel::testing::offer()).unwrap();
    let mut offer = duffel::convert::priced_offer(&offer, MarkupRate::parse("0.23").unwrap()).unwrap();
    offer.id = format!("off_{n}");
    let quote = QuoteOfferResponse {
        offer: Some(offer),
        request_key: request.to_owned(),
        ..QuoteOfferResponse::default()
    };
    Booking {
        id: Uuid::from_u128(n),
        mode: Mode::Test,
        brand: "default".into(),
        public_url: None,
        letterhead: Letterhead::of(None),
        markup_rate: "0.23".into(),
        principal: format!("user:{}", Uuid::from_u128(n)),
        principals: vec![format!("user:{}", Uuid::from_u128(n))],
        owner: None,
        quote,
        offer_expires_at: datetime!(2026-03-01 12:30 UTC),
        total: Money::parse("645.00", "GBP").unwrap(),
        provider_total: Money::parse("524.30", "GBP").unwrap(),
        travellers: Vec::new(),
        payment_id: format!("pay_{n}"),
        capture_before: None,
        card: None,
        action_url: None,
        order: None,
        saga: Saga::NEW,
        failure_reason: None,
        failure_message: None,
        failure_price: None,
        abandoned: false,
        first_unknown_at: None,
        account: AccountState::None,
        cancellation: None,
        credits: Vec::new(),
        asked: 0,
        epoch: 0,
        version: 1,
        trace_parent: None,
        created_at: NOW,
    }
}

pub fn key(n: u128) -> Key {
    Key { text: format!("key:{n}"), is_derived: false, body_hmac: vec![1], former_hmacs: Vec::new() }
}

pub fn reader(n: u128) -> Reader {
    let rate = MarkupRate::parse(MarkupRate::DEFAULT).unwrap();
    let mut context = RequestContext::new("read".into(), Mode::Test, "default".into(), rate);
    context.user = Some(UserRef { id: Uuid::from_u128(n), is_admin: false });
    Reader::from(&context)
}
