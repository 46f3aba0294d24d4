use uuid::Uuid;

use super::booking::Store;

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
}
