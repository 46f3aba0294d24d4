//! Webhooks that were received, one row an event.

use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use super::{mode_text, payment, queue, reconciliation};
use crate::stripe::{Dispute, WebhookEvent};

/// Notes an event, and has the settler look at its payment; false where it was received before. A refund of ours that
/// is not in our book has the books compared soon: it may have been made on the provider's own pages. What is told of a
/// dispute calls a person: to its payment, or to the charge that none stands for.
pub async fn receive(
    pool: &PgPool,
    mode: Mode,
    event: &WebhookEvent,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let mut transaction = pool.begin().await?;
    let is_first = insert(&mut transaction, mode, event, now).await?;
    if is_first {
        if let Some(intent_id) = &event.intent_id {
            queue::settle_intent_now(&mut transaction, mode, intent_id, now).await?;
        }
        if let Some((intent_id, refund_id)) = event.intent_id.as_ref().zip(event.refund_id.as_ref()) {
            reconciliation::bring_forward_unless_known(&mut transaction, mode, intent_id, refund_id).await?;
        }
        if let Some(dispute) = &event.dispute {
            let intent_id = event.intent_id.as_deref().unwrap_or_default();
            if !payment::call_person_to_intent(&mut transaction, mode, intent_id).await? {
                reconciliation::note_dispute(&mut transaction, mode, dispute, now).await?;
            }
        }
    }
    transaction.commit().await?;
    Ok(is_first)
}

#[tracing::instrument(name = "db.webhook.insert", skip_all)]
async fn insert(
    connection: &mut PgConnection,
    mode: Mode,
    event: &WebhookEvent,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        r#"
        insert into webhook (provider, mode, event_id, kind, intent_id, received_at, detail)
        values ('stripe', $1, $2, $3, $4, $5, $6)
        on conflict (provider, mode, event_id) do nothing
        "#,
        mode_text(mode),
        event.id,
        event.kind,
        event.intent_id,
        now,
        event.dispute.as_ref().map(Dispute::words),
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
