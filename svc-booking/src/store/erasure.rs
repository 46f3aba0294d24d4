use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::booking::Store;
use crate::domain::cancellation::Stage;
use crate::domain::party::{forget_contacts, forget_documents};

/// Rows of one statement: none of them holds the table for long.
const AT_ONCE: i64 = 100;
/// A party that does not open is tried again then: it must not stand before the others for ever.
const UNREADABLE_PAUSE: Duration = Duration::days(1);
/// A traveller to whom something is owed must still be found. Whether it is owed is looked at again after this.
const OWED_PAUSE: Duration = Duration::days(1);

struct Due {
    id: Uuid,
    travellers: Vec<u8>,
    account_closed: bool,
    /// Of the whole party nothing has to be kept.
    concerns_nobody: bool,
    /// Money, an administrator's answer or a credit's code is still to come, or an airline credit is still kept.
    is_owed: bool,
}

impl Store {
    /// Forgets the passports and birth dates of trips that are long over, and of those that nobody makes; of a booking
    /// that failed before any airline was asked its whole party, since nobody has to be written to; and of a closed
    /// account all but the names, once nothing is owed. Answers how many bookings it has looked at. One that can't be
    /// read is told in the log, and looked at again a day later.
    #[tracing::instrument(name = "db.erasure.erase", skip_all)]
    pub async fn erase_documents(&self, now: OffsetDateTime) -> anyhow::Result<usize> {
        let due = sqlx::query_as!(
            Due,
            r#"select
                id,
                travellers,
                account_closed,
                (
                    state = 'FAILED'
                    and not money_taken
                    and not needs_human
                    -- An airline that was asked may still report an order, and somebody must tell the traveller.
                    and not exists(select from offer_dispatch where booking_id = booking.id)
                ) as "concerns_nobody!",
                (
                    needs_human
                    or next_action_at is not null
                    or credits is not null
                    or credits_due_at is not null
                    or coalesce(stage = any($3), false)
                ) as "is_owed!"
            from booking
            left join cancellation on cancellation.booking_id = id
            where erase_at <= $1 and state in ('TICKETED', 'FAILED')
            order by erase_at
            limit $2"#,
            now,
            AT_ONCE,
            &Stage::names_under_way(),
        )
        .fetch_all(&self.pool)
        .await?;
        for row in &due {
            let is_late = row.account_closed && row.is_owed && !row.concerns_nobody;
            match self.what_is_kept(row) {
                Ok(sealed) => self.keep_erased(row.id, &sealed, is_late.then_some(now + OWED_PAUSE)).await?,
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

    fn what_is_kept(&self, due: &Due) -> anyhow::Result<Vec<u8>> {
        if due.concerns_nobody {
            return self.cipher.seal(due.id, &[]);
        }
        let party = self.cipher.open(due.id, &due.travellers)?;
        let is_over = due.account_closed && !due.is_owed;
        let kept = if is_over { forget_contacts(party) } else { forget_documents(party) };
        self.cipher.seal(due.id, &kept)
    }

    async fn keep_erased(
        &self,
        id: Uuid,
        sealed: &[u8],
        again_at: Option<OffsetDateTime>,
    ) -> sqlx::Result<()> {
        sqlx::query!("update booking set travellers = $2, erase_at = $3 where id = $1", id, sealed, again_at)
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
        // Both modes are named because the index begins with the mode.
        sqlx::query!("delete from webhook where mode in ('test', 'live') and received_at < $1", before)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}
