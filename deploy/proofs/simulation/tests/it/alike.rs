//! The same calls, by the dice, on both stores: they answer alike, and what they keep stays the same.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use service::Mode;
use svc_booking::domain::saga::{Saga, State};
use svc_booking::domain::{Booking, FailureCode};
use svc_booking::repository::{Claim, Key, Op, Repository, Saved, Step, Webhook};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::bookings::{NOW, booking, in_memory, in_postgres, reader};

const STATES: [State; 5] =
    [State::AuthSent, State::OrderSent, State::OrderUnknown, State::VoidSent, State::Failed];

/// A call with all that it is told.
#[derive(Debug, Clone)]
enum Call {
    Insert { booking: u128, request: u32, payment: u32, key: u32, derived: bool },
    Take { worker: u128 },
    Renew { claim: usize },
    Release { claim: usize, next: Option<i64> },
    Save { seen: usize, state: State, sends: bool },
    Hear { event: u32, kind: &'static str, offer: u32 },
    Find { reader: u128, key: u32, derived: bool },
    LeaveOpen { booking: u128 },
    Quote { booking: u128, quote: u32 },
    Want { booking: u128, quote: u32 },
}

/// What a store was asked and has answered, as far as later calls build on it.
struct Side {
    store: Arc<dyn Repository>,
    claims: Vec<Claim>,
    seen: Vec<Booking>,
}

#[tokio::test]
async fn both_stores_answer_alike() {
    for seed in 0..2 {
        let (memory, postgres) = (in_memory(), in_postgres().await);
        let mut sides = [&memory, &postgres].map(|kept| Side {
            store: kept.store.clone(),
            claims: Vec::new(),
            seen: Vec::new(),
        });
        let mut dice = StdRng::seed_from_u64(seed);
        let mut now = NOW;
        for n in 0..120 {
            now += Duration::milliseconds(dice.random_range(1..90_000));
            let call = call(&mut dice, sides[0].claims.len(), sides[0].seen.len());
            let [memory, postgres] = &mut sides;
            let (one, other) = (memory.answer(&call, now).await, postgres.answer(&call, now).await);
            assert_eq!(one, other, "seed {seed}, call {n}: {call:?}");
        }
    }
}

fn call(dice: &mut StdRng, claims: usize, seen: usize) -> Call {
    match dice.random_range(0..100) {
        0..20 => Call::Insert {
            booking: dice.random_range(1..12),
            request: dice.random_range(0..6),
            payment: dice.random_range(0..6),
            key: dice.random_range(0..5),
            derived: dice.random_bool(0.4),
        },
        20..40 => Call::Take { worker: dice.random_range(1..4) },
        40..45 if claims > 0 => Call::Renew { claim: dice.random_range(0..claims) },
        45..58 if claims > 0 => Call::Release {
            claim: dice.random_range(0..claims),
            next: dice.random_bool(0.8).then(|| dice.random_range(0..400_000)),
        },
        58..80 if seen > 0 => Call::Save {
            seen: dice.random_range(0..seen),
            state: STATES[dice.random_range(0..STATES.len())],
            sends: dice.random_bool(0.3),
        },
        80..88 => Call::Hear {
            event: dice.random_range(0..20),
            kind: ["order.created", "order.creation_failed"][dice.random_range(0..2)],
            offer: dice.random_range(1..12),
        },
        88..91 => Call::LeaveOpen { booking: dice.random_range(1..12) },
        91..94 => Call::Quote { booking: dice.random_range(1..12), quote: dice.random_range(0..2) },
        94..97 => Call::Want { booking: dice.random_range(1..12), quote: dice.random_range(0..2) },
        _ => Call::Find {
            reader: dice.random_range(1..4),
            key: dice.random_range(0..5),
            derived: dice.random_bool(0.4),
        },
    }
}

impl Side {
    async fn answer(&mut self, call: &Call, now: OffsetDateTime) -> String {
        let store = self.store.clone();
        let answer = match call.clone() {
            Call::Insert { booking: n, request, payment, key, derived } => {
                if store.load(Uuid::from_u128(n)).await.unwrap().is_some() {
                    return "known".to_owned();
                }
                let new = Booking {
                    payment_id: format!("pay_{payment}"),
                    principal: buyer(n),
                    created_at: now,
                    ..booking(n, &format!("pas_{request}"))
                };
                format!("{:?}", store.insert(&new, &named(key, derived)).await.unwrap())
            }
            Call::Take { worker } => self.take(worker, now).await,
            Call::Renew { claim } => format!("{}", store.renew(self.claims[claim], now).await.unwrap()),
            Call::Release { claim, next } => {
                let next = next.map(|millis| now + Duration::milliseconds(millis));
                store.release(self.claims[claim], next, now).await.unwrap();
                String::new()
            }
            Call::Save { seen, state, sends } => self.save(seen, state, sends, now).await,
            Call::Hear { event, kind, offer } => {
                let (event, offer) = (format!("eve_{event}"), format!("off_{offer}"));
                let (event_id, offer_id) = (event.as_str(), Some(offer.as_str()));
                let webhook =
                    Webhook { mode: Mode::Test, event_id, kind, offer_id, order_id: None, credit_id: None };
                let alerts = store.receive(&webhook, now).await.unwrap();
                let word = store.webhook_facts(Mode::Test, &offer, now).await.unwrap();
                format!("{alerts:?} {word:?}")
            }
            Call::Find { reader: n, key, derived } => {
                let reader = reader(n);
                let known = store.find_key(&reader, &named(key, derived)).await.unwrap();
                let own = store.find_own(&reader, &format!("off_{n}")).await.unwrap();
                format!("{known:?} {own:?}")
            }
            Call::Quote { booking: n, quote } => {
                let id = Uuid::from_u128(n);
                if store.load(id).await.unwrap().is_none() {
                    return "unknown".to_owned();
                }
                format!(
                    "{}",
                    store.put_quote(id, &crate::cancelling::quote(&format!("ore_{quote}"))).await.unwrap()
                )
            }
            Call::Want { booking: n, quote } => {
                let (id, quote) = (Uuid::from_u128(n), format!("ore_{quote}"));
                format!("{}", store.request_cancellation(id, &quote, now).await.unwrap())
            }
            Call::LeaveOpen { booking } => {
                format!("{}", store.leave_open(Uuid::from_u128(booking)).await.unwrap())
            }
        };
        answer + &self.all().await
    }

    async fn take(&mut self, worker: u128, now: OffsetDateTime) -> String {
        let Some(claim) = self.store.take_due(Uuid::from_u128(worker), now).await.unwrap() else {
            return "nothing due".to_owned();
        };
        self.claims.push(claim);
        self.seen.push(self.store.load(claim.id).await.unwrap().unwrap());
        format!("{claim:?}")
    }

    async fn save(&mut self, seen: usize, state: State, sends: bool, now: OffsetDateTime) -> String {
        let before = self.seen[seen].clone();
        let stored = self.store.load(before.id).await.unwrap().unwrap();
        // Within its epoch a worker goes on from what it stored last, and never from an end.
        let is_past = stored.epoch == before.epoch && stored.version != before.version;
        if is_past || before.saga.state.is_end() {
            return "never done".to_owned();
        }
        let gives_up = matches!(state, State::VoidSent | State::Failed);
        let failure = gives_up.then_some(FailureCode::BookingFailed);
        let after = Booking { saga: Saga { state, failure, ..before.saga }, ..before.clone() };
        let opens = sends.then_some(Op::OrderCreate);
        let step = Step { opens, ..Step::default() };
        match self.store.save(&before, after, &step, now).await.unwrap() {
            Saved::Yes(booking, n) => {
                let word = format!("{} {n:?}", summary(&booking));
                self.seen.push(*booking);
                word
            }
            Saved::Lost => "lost".to_owned(),
            Saved::AlreadyDispatched => "dispatched before".to_owned(),
        }
    }

    async fn all(&self) -> String {
        let mut words = Vec::new();
        for n in 1..12 {
            let booking = self.store.load(Uuid::from_u128(n)).await.unwrap();
            words.extend(booking.as_ref().map(summary));
        }
        words.join("\n")
    }
}

/// Three people buy.
fn buyer(n: u128) -> String {
    format!("user:{}", Uuid::from_u128(n % 3 + 1))
}

fn named(key: u32, is_derived: bool) -> Key {
    let kind = if is_derived { "offer" } else { "key" };
    Key { text: format!("{kind}:{key}"), is_derived, body_hmac: vec![1], former_hmacs: Vec::new() }
}

fn summary(booking: &Booking) -> String {
    let Booking { id, saga, epoch, version, payment_id, cancellation, .. } = booking;
    format!("{id} {saga:?} e{epoch} v{version} {payment_id} {cancellation:?}")
}
