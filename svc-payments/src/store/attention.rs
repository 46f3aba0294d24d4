//! What administrators read of payments that a person must look at.

use service::Mode;
use service::queues::Queue;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::payment::{id_of, mode_of};
use crate::domain::PaymentId;

/// As many as a person can look through.
const MOST: i64 = 100;

/// Comparisons of the books that may fail before a person is told: one or two may meet a provider that is away.
const COMPARISONS_MISSED: i64 = 3;

/// What a person has to look at, where the books are compared every `reconcile_interval_s` seconds.
pub fn queues(reconcile_interval_s: u32) -> [Queue; 4] {
    [
        Queue::new("payments_need_person", "select count(*) from payment where needs_human"),
        Queue::new(
            "stray_differences",
            "select count(*) from reconciliation_difference
                where payment_id is null and resolved_at is null and settled_at is null",
        ),
        Queue {
            limit: Some(COMPARISONS_MISSED * i64::from(reconcile_interval_s)),
            ..Queue::new(
                "books_not_compared",
                "select count(*) from reconciliation_run
                    where extract(epoch from began_at - ended_at) >= $1",
            )
        },
        Queue::new("brands_closed_to_guests", "select count(*) from brand_closure where until > now()"),
    ]
}

/// A payment, and when it was begun.
#[derive(Debug)]
pub struct Seen {
    pub mode: Mode,
    pub id: PaymentId,
    pub created_at: OffsetDateTime,
}

/// All that a person has to look at, shown or not.
#[derive(Debug)]
pub struct Totals {
    pub payments: i64,
    pub differences: i64,
}

struct SeenRow {
    id: Uuid,
    mode: String,
    simulated: bool,
    created_at: OffsetDateTime,
}

impl From<SeenRow> for Seen {
    fn from(row: SeenRow) -> Self {
        Self { mode: mode_of(&row.mode), id: id_of(row.id, row.simulated), created_at: row.created_at }
    }
}

/// A call to the provider, and its answer.
#[derive(Debug)]
pub struct Attempt {
    pub op: String,
    pub n: i32,
    pub prepared_at: OffsetDateTime,
    pub answered_at: Option<OffsetDateTime>,
    pub class: Option<String>,
    pub http_status: Option<i32>,
    pub request_id: Option<String>,
}

#[derive(Debug)]
pub struct RefundRow {
    pub seq: i32,
    pub amount_minor: i64,
    pub status: String,
    pub provider_id: Option<String>,
    pub created_at: OffsetDateTime,
}

/// A difference of the books, and nothing that changes while it stays the same.
#[derive(Debug)]
pub struct Known {
    pub mode: Mode,
    pub object_id: String,
    pub what: String,
    pub currency: String,
    pub ours_minor: i64,
    pub theirs_minor: i64,
}

/// A difference as it was found.
#[derive(Debug)]
pub struct Noted {
    pub known: Known,
    pub object_at: OffsetDateTime,
    pub found_at: OffsetDateTime,
}

struct NotedRow {
    mode: String,
    object_id: String,
    what: String,
    currency: String,
    ours_minor: i64,
    theirs_minor: i64,
    object_at: OffsetDateTime,
    found_at: OffsetDateTime,
}

impl From<NotedRow> for Noted {
    fn from(row: NotedRow) -> Self {
        let NotedRow { mode, object_id, what, currency, ours_minor, theirs_minor, object_at, found_at } = row;
        let mode = mode_of(&mode);
        let known = Known { mode, object_id, what, currency, ours_minor, theirs_minor };
        Self { known, object_at, found_at }
    }
}

/// What happened to a payment: a change, a webhook, or a ruling.
#[derive(Debug)]
pub struct Entry {
    pub at: OffsetDateTime,
    pub what: String,
    pub from_status: String,
    pub to_status: String,
    pub operator: Option<Uuid>,
    pub note: Option<String>,
}

/// The oldest payments that call for a person, the oldest first.
#[tracing::instrument(name = "db.attention.list", skip_all)]
pub async fn needing_person(pool: &PgPool) -> sqlx::Result<Vec<Seen>> {
    let rows = sqlx::query_as!(
        SeenRow,
        r#"
        select
            id,
            mode,
            simulated,
            created_at
        from payment
        where needs_human
        order by created_at, id
        limit $1
        "#,
        MOST,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(Seen::from).collect())
}

/// How many there are, and how many differences of no payment.
#[tracing::instrument(name = "db.attention.totals", skip_all)]
pub async fn totals(pool: &PgPool) -> sqlx::Result<Totals> {
    sqlx::query_as!(
        Totals,
        r#"
        select
            (select count(*) from payment where needs_human) as "payments!",
            (
                select count(*)
                from reconciliation_difference
                where payment_id is null and resolved_at is null and settled_at is null
            ) as "differences!"
        "#,
    )
    .fetch_one(pool)
    .await
}

/// A payment, whether or not it calls for a person.
#[tracing::instrument(name = "db.attention.find", skip_all)]
pub async fn find(pool: &PgPool, id: Uuid) -> sqlx::Result<Option<Seen>> {
    let row = sqlx::query_as!(
        SeenRow,
        r#"
        select
            id,
            mode,
            simulated,
            created_at
        from payment
        where id = $1
        "#,
        id,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(Seen::from))
}

/// In the order they were made.
#[tracing::instrument(name = "db.attention.attempts", skip_all)]
pub async fn attempts(pool: &PgPool, payment: Uuid) -> sqlx::Result<Vec<Attempt>> {
    sqlx::query_as!(
        Attempt,
        r#"
        select
            op,
            n,
            prepared_at,
            answered_at,
            class,
            http_status,
            request_id
        from payment_attempt
        where payment_id = $1
        order by prepared_at, op, n
        "#,
        payment,
    )
    .fetch_all(pool)
    .await
}

#[tracing::instrument(name = "db.attention.refunds", skip_all)]
pub async fn refunds(pool: &PgPool, payment: Uuid) -> sqlx::Result<Vec<RefundRow>> {
    sqlx::query_as!(
        RefundRow,
        r#"
        select
            seq,
            amount_minor,
            status,
            provider_id,
            created_at
        from refund
        where payment_id = $1
        order by seq
        "#,
        payment,
    )
    .fetch_all(pool)
    .await
}

/// The open differences of a payment that nobody has settled.
#[tracing::instrument(name = "db.attention.differences", skip_all)]
pub async fn differences(pool: &PgPool, payment: Uuid) -> sqlx::Result<Vec<Noted>> {
    let rows = sqlx::query_as!(
        NotedRow,
        r#"
        select
            mode,
            object_id,
            what,
            currency,
            ours_minor,
            theirs_minor,
            object_at,
            found_at
        from reconciliation_difference
        where payment_id = $1 and resolved_at is null and settled_at is null
        order by found_at, object_id, what
        "#,
        payment,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(Noted::from).collect())
}

/// Whether a payment needs a person for more than a refund: its books differ, or its charge is disputed.
#[tracing::instrument(name = "db.attention.calls_otherwise", skip_all)]
pub async fn calls_otherwise(connection: &mut PgConnection, payment: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select
            exists(
                select from reconciliation_difference
                where payment_id = $1 and resolved_at is null and settled_at is null
            )
            or exists(
                select from webhook
                join payment on payment.mode = webhook.mode and payment.intent_id = webhook.intent_id
                where payment.id = $1 and webhook.detail is not null
            ) as "calls!"
        "#,
        payment,
    )
    .fetch_one(connection)
    .await
}

/// Those of no payment, the oldest first.
#[tracing::instrument(name = "db.attention.strays", skip_all)]
pub async fn strays(pool: &PgPool) -> sqlx::Result<Vec<Noted>> {
    let rows = sqlx::query_as!(
        NotedRow,
        r#"
        select
            mode,
            object_id,
            concat_ws(': ', what, detail) as "what!",
            currency,
            ours_minor,
            theirs_minor,
            object_at,
            found_at
        from reconciliation_difference
        where payment_id is null and resolved_at is null and settled_at is null
        order by found_at, object_id, what
        limit $1
        "#,
        MOST,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(Noted::from).collect())
}

/// Changes, webhooks and rulings, in their order. What is said of a dispute stands at the time when the provider wrote
/// it, since it may come in any order.
#[tracing::instrument(name = "db.attention.history", skip_all)]
pub async fn history(pool: &PgPool, payment: Uuid) -> sqlx::Result<Vec<Entry>> {
    sqlx::query_as!(
        Entry,
        r#"
        select
            at as "at!",
            what as "what!",
            from_status as "from_status!",
            to_status as "to_status!",
            operator,
            note
        from (
            select
                at,
                cause as what,
                from_status,
                to_status,
                null::uuid as operator,
                null::text as note,
                version as place
            from payment_event
            where payment_id = $1
            union all
            select
                coalesce(made_at, received_at),
                concat_ws(': ', kind, detail),
                '',
                '',
                null,
                null,
                (kind <> 'charge.dispute.created')::integer
            from webhook
            join payment on payment.mode = webhook.mode and payment.intent_id = webhook.intent_id
            where payment.id = $1
            union all
            select at, action, status, status, operator, note, n
            from payment_ruling
            where payment_id = $1
        ) as entries
        order by at, place
        "#,
        payment,
    )
    .fetch_all(pool)
    .await
}
