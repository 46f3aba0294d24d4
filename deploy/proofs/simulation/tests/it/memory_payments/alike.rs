//! The same calls, by the dice, on both stores of payments: they answer alike, and what they keep stays the same.

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use service::Mode;
use svc_payments::domain::{Cause, Failure, Payment, RefundStatus, Step, WebhookEvent};
use svc_payments::repository::{Answer, Attempt, Class, Op, Reserved, Saved};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{ACCOUNTS, Kept, NOW, PRICE, id, in_memory, in_postgres, owner, usd};

/// Payments that there may be: of two guests.
const PAYMENTS: std::ops::Range<u128> = 10..24;

/// Kinds of webhooks that are news to different payments.
const KINDS: [&str; 4] = [
    "payment_intent.created",
    "payment_intent.amount_capturable_updated",
    "payment_intent.succeeded",
    "payment_intent.canceled",
];

/// A call with all that it is told.
#[derive(Debug, Clone)]
enum Call {
    Admit { n: u128, offer: u32 },
    ReleaseOpen { n: u128, offer: u32 },
    Save { seen: usize, step: Step, opens: Option<Op> },
    Open { n: u128, op: Op },
    Take { attempt: usize },
    Answer { attempt: usize, closes_key: bool },
    Reserve { n: u128, key: u32, minor: i64 },
    ChangeRefund { n: u128, key: u32, status: RefundStatus },
    TakeDue,
    Abandoned { since: i64 },
    Receive { event: u32, n: u128 },
}

/// What a store was asked and has answered, as far as later calls build on it.
struct Side {
    kept: Kept,
    seen: Vec<Payment>,
    attempts: Vec<Attempt>,
}

#[tokio::test]
async fn both_stores_answer_alike() {
    for seed in 0..2 {
        let mut sides = [in_memory(), in_postgres().await].map(|kept| Side {
            kept,
            seen: Vec::new(),
            attempts: Vec::new(),
        });
        let mut dice = StdRng::seed_from_u64(seed);
        let mut now = NOW;
        for n in 0..200 {
            now += Duration::milliseconds(dice.random_range(1..60_000));
            let call = call(&mut dice, &sides[0]);
            let [memory, postgres] = &mut sides;
            let (one, other) = (memory.answer(&call, now).await, postgres.answer(&call, now).await);
            assert_eq!(one, other, "seed {seed}, call {n}: {call:?}");
        }
        let stands = sides[0].seen.len();
        assert!(stands > 30, "seed {seed}: little has happened, {stands} stands of payments");
    }
}

fn call(dice: &mut StdRng, side: &Side) -> Call {
    let n = dice.random_range(PAYMENTS);
    match dice.random_range(0..100) {
        0..15 => Call::Admit { n, offer: dice.random_range(0..5) },
        15..18 => Call::ReleaseOpen { n, offer: dice.random_range(0..5) },
        18..60 if !side.seen.is_empty() => {
            // Most often the latest stand, now and then one that is past.
            let seen = side.seen.len() - 1 - dice.random_range(0..side.seen.len().min(8));
            let opens = dice.random_bool(0.3).then(|| op(dice));
            Call::Save { seen, step: step_from(&side.seen[seen], dice), opens }
        }
        60..66 => Call::Open { n, op: op(dice) },
        66..68 if !side.attempts.is_empty() => {
            Call::Take { attempt: dice.random_range(0..side.attempts.len()) }
        }
        68..73 if !side.attempts.is_empty() => Call::Answer {
            attempt: dice.random_range(0..side.attempts.len()),
            closes_key: dice.random_bool(0.6),
        },
        73..80 => {
            let minor = dice.random_range(1..PRICE);
            Call::Reserve { n, key: dice.random_range(0..3), minor }
        }
        80..86 => {
            let fates = [RefundStatus::Done, RefundStatus::Refused, RefundStatus::Returned];
            Call::ChangeRefund { n, key: dice.random_range(0..3), status: fates[dice.random_range(0..3)] }
        }
        86..92 => Call::TakeDue,
        92..96 => Call::Abandoned { since: dice.random_range(0..3_000) },
        _ => Call::Receive { event: dice.random_range(0..20), n },
    }
}

fn op(dice: &mut StdRng) -> Op {
    [Op::Create, Op::Confirm, Op::Capture, Op::Cancel, Op::Refund(1)][dice.random_range(0..5)]
}

/// One that the payment can take, where one is found soon.
fn step_from(before: &Payment, dice: &mut StdRng) -> Step {
    let legal = (0..20).map(|_| step(dice)).find(|step| before.apply(step.clone(), NOW).is_ok());
    legal.unwrap_or(Step::Capture)
}

/// What most often leads on comes most often.
fn step(dice: &mut StdRng) -> Step {
    match dice.random_range(0..25) {
        0..6 => Step::Confirm { intent_id: format!("pi_{}", dice.random_range(0..1_000_000)) },
        6..12 => Step::Hold { capture_before: None },
        12 => Step::Decline(Failure::CardDeclined),
        13 => Step::BeginChallenge { url: "https://bank.example".into() },
        14..17 => Step::Claim(Uuid::from_u128(dice.random_range(1..6))),
        17..20 => Step::Capture,
        20..22 => Step::Take { amount: usd(PRICE) },
        22 => Step::Release(None),
        23 => Step::PayByHand,
        _ => Step::Released(None),
    }
}

impl Side {
    async fn answer(&mut self, call: &Call, now: OffsetDateTime) -> String {
        let store = self.kept.store.clone();
        let answer = match call.clone() {
            Call::Admit { n, offer } => {
                format!("{:?}", self.kept.admit_for(n, &format!("off_{offer}"), now).await)
            }
            Call::ReleaseOpen { n, offer } => {
                store.release_open(&owner(n), &format!("off_{offer}"), now).await.unwrap();
                String::new()
            }
            Call::Save { seen, step, opens } => self.save(seen, step, opens, now).await,
            Call::Open { n, op } => self.open(n, op, now).await,
            Call::Take { attempt } => {
                format!("{}", store.take(&self.attempts[attempt], now).await.unwrap())
            }
            Call::Answer { attempt, closes_key } => {
                let answer =
                    Answer { class: Class::Unknown, http_status: None, request_id: None, closes_key };
                store.answer(&self.attempts[attempt], &answer, now).await.unwrap();
                String::new()
            }
            Call::Reserve { n, key, minor } => self.reserve(n, &key.to_string(), minor, now).await,
            Call::ChangeRefund { n, key, status } => self.change(n, &key.to_string(), status, now).await,
            Call::TakeDue => {
                let due: BTreeSet<_> = store.take_due(now, 16).await.unwrap().iter().map(named).collect();
                format!("{due:?}")
            }
            Call::Abandoned { since } => {
                let before = now - Duration::seconds(since);
                format!(
                    "{:?}",
                    store.abandoned(before, 16).await.unwrap().iter().map(named).collect::<Vec<_>>()
                )
            }
            Call::Receive { event, n } => {
                let intent_id = self.load(n).await.and_then(|payment| payment.intent_id);
                let kind = KINDS[event as usize % KINDS.len()].to_owned();
                let id = format!("evt_{event}");
                let event =
                    WebhookEvent { id, kind, livemode: false, intent_id, refund_id: None, dispute: None };
                format!("{}", store.receive(Mode::Test, &event, now).await.unwrap())
            }
        };
        answer + &self.all().await
    }

    async fn save(&mut self, seen: usize, step: Step, opens: Option<Op>, now: OffsetDateTime) -> String {
        let before = self.seen[seen].clone();
        let Ok(after) = before.apply(step, now) else { return "never done".to_owned() };
        match self.kept.store.save(&before, &after, Cause::Finisher, opens, now).await {
            Ok(Saved::Yes(attempt)) => {
                let word = format!("{attempt:?}");
                self.attempts.extend(attempt);
                word
            }
            Ok(Saved::Lost) => "lost".to_owned(),
            // Each refuses in its own words.
            Err(_) => "refused".to_owned(),
        }
    }

    async fn open(&mut self, n: u128, op: Op, now: OffsetDateTime) -> String {
        let Some(payment) = self.load(n).await else { return "no such payment".to_owned() };
        let attempt = self.kept.store.open(&payment, op, now).await.unwrap();
        self.attempts.push(attempt.clone());
        format!("{attempt:?}")
    }

    async fn reserve(&mut self, n: u128, key: &str, minor: i64, now: OffsetDateTime) -> String {
        let Some(payment) = self.load(n).await else { return "no such payment".to_owned() };
        let reserved = self.kept.store.reserve_refund(&payment, key, usd(minor), now).await.unwrap();
        if let Reserved::New(_, attempt) = &reserved {
            self.attempts.extend(attempt.clone());
        }
        format!("{reserved:?}")
    }

    async fn change(&self, n: u128, key: &str, status: RefundStatus, now: OffsetDateTime) -> String {
        let store = &self.kept.store;
        let Some(before) = self.load(n).await else { return "no such payment".to_owned() };
        let Some(refund) = store.find_refund(&before, key).await.unwrap() else {
            return "no such refund".to_owned();
        };
        if refund.step_to(status).is_none() {
            return "never done".to_owned();
        }
        let changed = store.change_refund(&before, &refund, status, Some("re_1"), now).await.unwrap();
        format!("{changed:?} {:?}", store.standing_refunds(&before).await.unwrap())
    }

    async fn load(&self, n: u128) -> Option<Payment> {
        self.kept.store.load(Mode::Test, id(n)).await.unwrap()
    }

    /// What the store has now, of which later calls set out.
    async fn all(&mut self) -> String {
        let mut words = Vec::new();
        for n in PAYMENTS {
            let Some(payment) = self.load(n).await else { continue };
            words.push(format!("{payment:?}"));
            for account in ACCOUNTS {
                words.push(format!("{account} {}", self.kept.balance(Uuid::from_u128(n), account).await));
            }
            if !self.seen.contains(&payment) {
                self.seen.push(payment);
            }
        }
        words.join("\n")
    }
}

fn named((_, id): &(Mode, svc_payments::domain::PaymentId)) -> String {
    id.to_string()
}
