use anyhow::Context;
use time::OffsetDateTime;

use super::booking::Store;
use crate::domain::party::forget_documents;

/// Rows of one statement: none of them holds the table for long.
const AT_ONCE: i64 = 100;

impl Store {
    /// Forgets the passports and birth dates of trips that are long over. Answers how many bookings that were.
    #[tracing::instrument(name = "db.erasure.erase", skip_all)]
    pub async fn erase_documents(&self, now: OffsetDateTime) -> anyhow::Result<usize> {
        let due = sqlx::query_scalar!(
            "select id
            from booking
            where erase_at <= $1 and state in ('TICKETED', 'FAILED')
            order by erase_at
            limit $2",
            now,
            AT_ONCE,
        )
        .fetch_all(&self.pool)
        .await?;
        for id in &due {
            let booking = self.load(*id).await?.context("a booking that was just there")?;
            let sealed = self.vault.seal(*id, &forget_documents(booking.travellers))?;
            sqlx::query!("update booking set travellers = $2, erase_at = null where id = $1", id, sealed)
                .execute(&self.pool)
                .await?;
        }
        Ok(due.len())
    }

    /// Forgets keys that no caller repeats any more.
    #[tracing::instrument(name = "db.erasure.delete_keys", skip_all)]
    pub async fn delete_keys(&self, before: OffsetDateTime) -> sqlx::Result<()> {
        sqlx::query!("delete from http_key where created_at < $1", before).execute(&self.pool).await?;
        Ok(())
    }

    /// Forgets webhooks that no doubt is old enough to need.
    #[tracing::instrument(name = "db.erasure.delete_webhooks", skip_all)]
    pub async fn delete_webhooks(&self, before: OffsetDateTime) -> sqlx::Result<()> {
        sqlx::query!("delete from webhook where received_at < $1", before).execute(&self.pool).await?;
        Ok(())
    }
}
