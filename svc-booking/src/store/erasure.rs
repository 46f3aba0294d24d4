use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::booking::Store;
use crate::domain::party::forget_documents;

/// Rows of one statement: none of them holds the table for long.
const AT_ONCE: i64 = 100;
/// A party that does not open is tried again then: it must not stand before the others for ever.
const UNREADABLE_PAUSE: Duration = Duration::days(1);

impl Store {
    /// Forgets the passports and birth dates of trips that are long over, and of those that nobody makes; of a booking
    /// that failed before any airline was asked its whole party, since nobody has to be written to. Answers how many
    /// bookings it has looked at. One that can't be read is told in the log, and looked at again a day later.
    #[tracing::instrument(name = "db.erasure.erase", skip_all)]
    pub async fn erase_documents(&self, now: OffsetDateTime) -> anyhow::Result<usize> {
        let due = sqlx::query!(
            r#"select
                id,
                travellers,
                (
                    state = 'FAILED'
                    and not money_taken
                    and not needs_human
                    -- An airline that was asked may still report an order, and somebody must tell the traveller.
                    and not exists(select from offer_dispatch where booking_id = booking.id)
                ) as "concerns_nobody!"
            from booking
            where erase_at <= $1 and state in ('TICKETED', 'FAILED')
            order by erase_at
            limit $2"#,
            now,
            AT_ONCE,
        )
        .fetch_all(&self.pool)
        .await?;
        for row in &due {
            let kept = if row.concerns_nobody {
                self.nobody(row.id)
            } else {
                self.without_documents(row.id, &row.travellers)
            };
            match kept {
                Ok(sealed) => self.keep_erased(row.id, &sealed).await?,
                Err(error) => {
                    tracing::error!(
                        booking.id = %row.id,
                        error = format!("{error:#}"),
                        "personal data that are due can't be erased",
                    );
                    self.erase_later(row.id, now + UNREADABLE_PAUSE).await?;
                }
            }
        }
        Ok(due.len())
    }

    fn without_documents(&self, id: Uuid, sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
        self.cipher.seal(id, &forget_documents(self.cipher.open(id, sealed)?))
    }

    fn nobody(&self, id: Uuid) -> anyhow::Result<Vec<u8>> {
        self.cipher.seal(id, &[])
    }

    async fn keep_erased(&self, id: Uuid, sealed: &[u8]) -> sqlx::Result<()> {
        sqlx::query!("update booking set travellers = $2, erase_at = null where id = $1", id, sealed)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn erase_later(&self, id: Uuid, at: OffsetDateTime) -> sqlx::Result<()> {
        sqlx::query!("update booking set erase_at = $2 where id = $1", id, at).execute(&self.pool).await?;
        Ok(())
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
