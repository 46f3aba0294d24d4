use time::OffsetDateTime;
use uuid::Uuid;

use super::booking::Store;
use crate::domain::cause::Cause;
use crate::repository::Claim;

impl Store {
    /// The waiting request takes over making the account, if nobody has.
    #[tracing::instrument(name = "db.account.offer_account", skip_all)]
    pub async fn offer_account(&self, id: Uuid) -> sqlx::Result<bool> {
        let taken = sqlx::query!(
            "update booking set account = 'offered' where id = $1 and account = 'due' and state = 'TICKETED'",
            id,
        )
        .execute(&self.pool)
        .await?;
        Ok(taken.rows_affected() == 1)
    }

    /// The account was made, for `owner`, or was not needed.
    #[tracing::instrument(name = "db.account.finish_account", skip_all)]
    pub async fn finish_account(&self, id: Uuid, owner: Option<&str>) -> sqlx::Result<()> {
        sqlx::query!(
            "update booking set account = 'done', owner = $2 where id = $1 and owner is null",
            id,
            owner
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Writes down that no account can be made: it is owed no more. False where it was not owed, or somebody else has
    /// the booking.
    #[tracing::instrument(name = "db.account.refuse_account", skip_all)]
    pub async fn refuse_account(&self, claim: Claim, now: OffsetDateTime) -> sqlx::Result<bool> {
        let written = sqlx::query!(
            "with refused as (
                update booking
                set account = 'done', version = version + 1
                where id = $1 and epoch = $2 and account in ('due', 'offered')
                returning id, version, state, epoch
            )
            insert into booking_event (booking_id, version, from_state, to_state, cause, epoch, at)
            select id, version, state, state, $3, epoch, $4
            from refused",
            claim.id,
            claim.epoch,
            Cause::AccountRefused.as_str(),
            now,
        )
        .execute(&self.pool)
        .await?;
        Ok(written.rows_affected() == 1)
    }
}
