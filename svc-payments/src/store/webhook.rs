//! Webhooks that were received, one row an event.

use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use super::mode_text;
use crate::stripe::WebhookEvent;

/// Notes an event; false where it was received before.
#[tracing::instrument(name = "db.webhook.insert", skip_all)]
pub async fn insert(
    connection: &mut PgConnection,
    mode: Mode,
    event: &WebhookEvent,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        r#"
        insert into webhook (provider, mode, event_id, kind, intent_id, received_at)
        values ('stripe', $1, $2, $3, $4, $5)
        on conflict (provider, mode, event_id) do nothing
        "#,
        mode_text(mode),
        event.id,
        event.kind,
        event.intent_id,
        now,
    )
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Forgets what was received before `before`.
#[tracing::instrument(name = "db.webhook.delete_before", skip_all)]
pub async fn delete_before(pool: &PgPool, before: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from webhook where received_at < $1", before).execute(pool).await?;
    Ok(())
}
