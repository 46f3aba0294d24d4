//! Payments to store, and both stores to put them in.

mod alike;
mod contract;
mod ledger;

use std::sync::Arc;

use money::{Currency, Money};
use service::Mode;
use simulation::{LIMITS, MemoryPayments};
use svc_payments::domain::work::SolvedWork;
use svc_payments::domain::{Cause, Payment, PaymentId};
use svc_payments::repository::{
    Admission, Attempt, Op, Owner, PaymentAttempt, Repository, RequestKey, Saved, VisitorMarks,
};
use svc_payments::{LimitArgs, MIGRATOR, Store};
use testkit::TestDb;
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;

pub const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
pub const PRICE: i64 = 64_500;
/// Of the ledger.
pub const ACCOUNTS: [&str; 6] =
    ["held", "cardholders", "provider", "sales", "refunds_payable", "paid_by_hand"];

/// A store, and how to read its ledger.
pub struct Kept {
    pub store: Arc<dyn Repository>,
    book: Book,
}

enum Book {
    Memory(MemoryPayments),
    Postgres(TestDb),
}

pub async fn in_postgres() -> Kept {
    let db = TestDb::create(&MIGRATOR).await;
    Kept { store: Arc::new(Store::new(db.pool.clone())), book: Book::Postgres(db) }
}

pub fn in_memory() -> Kept {
    let memory_payments = MemoryPayments::default();
    Kept { store: Arc::new(memory_payments.clone()), book: Book::Memory(memory_payments) }
}

impl Kept {
    /// What the ledger has on an account of a payment.
    pub async fn balance(&self, payment: Uuid, account: &str) -> i64 {
        match &self.book {
            Book::Memory(memory_payments) => memory_payments.balance(payment, account),
            Book::Postgres(db) => sqlx::query_scalar(
                "select coalesce(sum(amount_minor), 0)::bigint from ledger_entry where payment_id = $1 and account = $2",
            )
            .bind(payment)
            .bind(account)
            .fetch_one(&db.pool)
            .await
            .unwrap(),
        }
    }

    /// Lets payment `n` begin, by its owner and under its key.
    pub async fn admit(&self, n: u128, now: OffsetDateTime) -> Admission {
        self.admit_for(n, &format!("off_{n}"), now).await
    }

    pub async fn admit_for(&self, n: u128, offer_id: &str, now: OffsetDateTime) -> Admission {
        self.admit_payment(n, &Payment { offer_id: offer_id.to_owned(), ..payment(n) }, now).await
    }

    /// Under the owner and key of `n`.
    pub async fn admit_payment(&self, n: u128, payment: &Payment, now: OffsetDateTime) -> Admission {
        self.admit_request(n, payment, &request(n), &LIMITS, now).await
    }

    /// Lets payment `n` begin, of a visitor with these marks.
    pub async fn admit_as(&self, n: u128, visitor: VisitorMarks, limits: &LimitArgs) -> Admission {
        let request = RequestKey { visitor, ..request(n) };
        self.admit_request(n, &payment(n), &request, limits, NOW).await
    }

    /// Lets payment `n` begin with work that was done for it.
    pub async fn admit_with(&self, n: u128, work: Option<SolvedWork>, limits: &LimitArgs) -> Admission {
        let request = RequestKey { work, ..request(n) };
        self.admit_request(n, &payment(n), &request, limits, NOW).await
    }

    async fn admit_request(
        &self,
        n: u128,
        payment: &Payment,
        request: &RequestKey,
        limits: &LimitArgs,
        now: OffsetDateTime,
    ) -> Admission {
        let owner = owner(n);
        let payment_attempt = PaymentAttempt { owner: &owner, payment, request, limits };
        self.store.admit(&payment_attempt, now).await.unwrap()
    }

    pub async fn stored(&self, n: u128) -> Payment {
        self.store.load(Mode::Test, id(n)).await.unwrap().unwrap()
    }

    /// Moves a payment, as nobody else does meanwhile.
    pub async fn moved(&self, before: &Payment, after: &Payment, opens: Option<Op>) -> Option<Attempt> {
        match self.store.save(before, after, Cause::Finisher, opens, NOW).await.unwrap() {
            Saved::Yes(attempt) => attempt,
            Saved::Lost => panic!("the payment has moved"),
        }
    }
}

pub fn id(n: u128) -> PaymentId {
    PaymentId::Ours(Uuid::from_u128(n))
}

/// Of ten payments in a row, one guest's.
pub fn owner(n: u128) -> Owner {
    let principals = vec![principal(n)];
    Owner { mode: Mode::Test, brand: "default".into(), principals }
}

pub fn principal(n: u128) -> String {
    format!("session:{}", Uuid::from_u128(n / 10))
}

/// An amount in the currency of the payments.
pub fn usd(minor: i64) -> Money {
    Money::new(minor, Currency::USD)
}

/// Each with a card of its own.
pub fn payment(n: u128) -> Payment {
    let owner = (Mode::Test, "default".to_owned(), principal(n));
    let new = Payment::new(id(n), owner, format!("off_{n}"), usd(PRICE), NOW);
    Payment { card_brand: "visa".into(), card_last4: format!("{n:04}"), ..new }
}

pub fn request(n: u128) -> RequestKey {
    RequestKey {
        idempotency_key: format!("key-{n}"),
        request_hmac: vec![1],
        former_hmacs: Vec::new(),
        visitor: VisitorMarks::default(),
        work: None,
    }
}
