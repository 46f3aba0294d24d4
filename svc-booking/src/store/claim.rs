use time::OffsetDateTime;
use uuid::Uuid;

use super::booking::Store;
use super::purchase::was_dispatched;
use crate::domain::Booking;
use crate::events::{self, Subject};

impl Store {
    /// Whether the session has opened a link to the booking.
    #[tracing::instrument(name = "db.claim.has_opened", skip_all)]
    pub async fn has_opened(&self, booking: Uuid, session: &str, now: OffsetDateTime) -> sqlx::Result<bool> {
        sqlx::query_scalar!(
            r#"select exists(
                select from guest_link where booking_id = $1 and opened_by = $2 and expires_at > $3
            ) as "exists!""#,
            booking,
            session,
            now,
        )
        .fetch_one(&self.pool)
        .await
    }

    /// Gives a guest's booking to an account. False where another was quicker. What its links have opened is closed:
    /// from now on the account decides who sees it. No account is owed to the guest any more.
    #[tracing::instrument(name = "db.claim.claim", skip_all)]
    pub async fn claim(&self, claimed: &Booking, account: &str, now: OffsetDateTime) -> sqlx::Result<bool> {
        let mut transaction = self.pool.begin().await?;
        let given = sqlx::query!(
            "update booking set owner = $2, account = 'done' where id = $1 and owner is null",
            claimed.id,
            account,
        )
        .execute(&mut *transaction)
        .await?;
        if given.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query!("delete from guest_link where booking_id = $1", claimed.id)
            .execute(&mut *transaction)
            .await?;
        let beside = events::Beside {
            other_readers: vec![account.to_owned()],
            request_is_spent: was_dispatched(&mut transaction, claimed).await?,
        };
        let event = events::of_change(claimed, beside, Subject::Claimed, now);
        ::events::append(&mut transaction, &event, now).await?;
        transaction.commit().await?;
        Ok(true)
    }
}
