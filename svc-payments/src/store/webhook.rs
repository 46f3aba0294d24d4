//! Webhooks that were received, one row an event.

use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use super::{difference, queue, reconciliation, review_flag};
use crate::domain::{Dispute, WebhookEvent, mode_text};

/// Notes an event, and has the finisher look at its payment if the event may tell something new. False where the event
/// was received before, or where a later event of its dispute was. A refund of a payment of ours that is not in our
/// ledger makes reconciliation due: it may have been made on the provider's own pages. News of a dispute puts its
/// payment into manual review, or the charge where there is no payment.
pub async fn receive(
    pool: &PgPool,
    mode: Mode,
    event: &WebhookEvent,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let mut transaction = pool.begin().await?;
    let mut is_news = insert(&mut transaction, mode, event, now).await?;
    if is_news {
        if let Some(intent_id) = &event.intent_id {
            queue::make_intent_due(&mut transaction, mode, intent_id, event.known_in(), now).await?;
        }
        if let Some((intent_id, refund_id)) = event.intent_id.as_ref().zip(event.refund_id.as_ref()) {
            reconciliation::bring_forward_unless_known(&mut transaction, mode, intent_id, refund_id).await?;
        }
        if let Some(dispute) = &event.dispute {
            is_news = is_latest(&mut transaction, mode, event, dispute).await?;
            if is_news {
                request_review(&mut transaction, mode, event, dispute, now).await?;
            }
        }
    }
    transaction.commit().await?;
    Ok(is_news)
}

async fn request_review(
    connection: &mut PgConnection,
    mode: Mode,
    event: &WebhookEvent,
    dispute: &Dispute,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let intent_id = event.intent_id.as_deref().unwrap_or_default();
    if !review_flag::raise_of_intent(&mut *connection, mode, intent_id).await? {
        difference::note_dispute(connection, mode, dispute, now).await?;
    }
    Ok(())
}

/// Whether no later event of the same dispute was received: the provider sends events in any order. Its times are in
/// seconds, and within one second a dispute is created before it changes.
#[tracing::instrument(name = "db.webhook.is_latest", skip_all)]
async fn is_latest(
    connection: &mut PgConnection,
    mode: Mode,
    event: &WebhookEvent,
    dispute: &Dispute,
) -> sqlx::Result<bool> {
    // Two events of one dispute at the same moment would not see each other.
    sqlx::query!("select pg_advisory_xact_lock(hashtext('dispute'), hashtext($1))", dispute.id)
        .execute(&mut *connection)
        .await?;
    sqlx::query_scalar!(
        r#"
        select not exists(
            select from webhook as other
            join webhook as own using (provider, mode, dispute_id)
            where own.provider = 'stripe'
                and own.mode = $1
                and own.event_id = $2
                and (other.made_at, other.kind <> 'charge.dispute.created')
                    > (own.made_at, own.kind <> 'charge.dispute.created')
        ) as "latest!"
        "#,
        mode_text(mode),
        event.id,
    )
    .fetch_one(connection)
    .await
}

#[tracing::instrument(name = "db.webhook.insert", skip_all)]
async fn insert(
    connection: &mut PgConnection,
    mode: Mode,
    event: &WebhookEvent,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let dispute = event.dispute.as_ref();
    let inserted = sqlx::query!(
        r#"
        insert into webhook (
            provider, mode, event_id, kind, intent_id, received_at, detail, dispute_id, made_at
        )
        values ('stripe', $1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (provider, mode, event_id) do nothing
        "#,
        mode_text(mode),
        event.id,
        event.kind,
        event.intent_id,
        now,
        dispute.map(Dispute::description),
        dispute.map(|it| it.id.as_str()),
        dispute.map(|it| it.event_at.unwrap_or(now)),
    )
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Forgets what was received before `before`. A dispute may be decided later than that: what it needs stays.
#[tracing::instrument(name = "db.webhook.delete_before", skip_all)]
pub async fn delete_before(pool: &PgPool, before: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from webhook where received_at < $1 and detail is null", before)
        .execute(pool)
        .await?;
    Ok(())
}

/// When the newest webhook of live mode came, of those that are kept.
#[tracing::instrument(name = "db.webhook.last_of_live", skip_all)]
pub async fn last_of_live(pool: &PgPool) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!("select max(received_at) from webhook where mode = 'live'").fetch_one(pool).await
}
