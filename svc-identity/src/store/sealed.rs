//! The columns whose values are sealed.

use service::sealing::{SampledColumn, SealedColumn, SealedRow};
use sqlx::PgPool;
use uuid::Uuid;

use crate::secret_cipher::name_of_secret;

/// The secrets that wait for their first code.
pub struct EnrolmentSecrets(pub PgPool);

impl SealedColumn for EnrolmentSecrets {
    type Key = Uuid;

    const NAME: &'static str = "second_factor_enrolment.sealed_secret";

    async fn after(&self, key: &Uuid, limit: i64) -> sqlx::Result<Vec<SealedRow<Uuid>>> {
        let rows = sqlx::query_as!(
            Secret,
            "select account_id, sealed_secret
            from second_factor_enrolment
            where account_id > $1
            order by account_id
            limit $2",
            key,
            limit,
        );
        let rows = rows.fetch_all(&self.0).await?;
        Ok(rows.into_iter().map(SealedRow::from).collect())
    }

    async fn replace(&self, key: &Uuid, old: &[u8], new: &[u8]) -> sqlx::Result<bool> {
        let updated = sqlx::query!(
            "update second_factor_enrolment set sealed_secret = $3 where account_id = $1 and sealed_secret = $2",
            key,
            old,
            new,
        )
        .execute(&self.0)
        .await?;
        Ok(updated.rows_affected() == 1)
    }
}

/// The secrets that count.
pub struct Secrets(pub PgPool);

impl SealedColumn for Secrets {
    type Key = Uuid;

    const NAME: &'static str = "second_factor.sealed_secret";

    async fn after(&self, key: &Uuid, limit: i64) -> sqlx::Result<Vec<SealedRow<Uuid>>> {
        let rows = sqlx::query_as!(
            Secret,
            "select account_id, sealed_secret
            from second_factor
            where account_id > $1
            order by account_id
            limit $2",
            key,
            limit,
        );
        let rows = rows.fetch_all(&self.0).await?;
        Ok(rows.into_iter().map(SealedRow::from).collect())
    }

    async fn replace(&self, key: &Uuid, old: &[u8], new: &[u8]) -> sqlx::Result<bool> {
        let updated = sqlx::query!(
            "update second_factor set sealed_secret = $3 where account_id = $1 and sealed_secret = $2",
            key,
            old,
            new,
        )
        .execute(&self.0)
        .await?;
        Ok(updated.rows_affected() == 1)
    }
}

impl SampledColumn for Secrets {
    async fn last(&self, limit: i64) -> sqlx::Result<Vec<SealedRow<Uuid>>> {
        let rows = sqlx::query_as!(
            Secret,
            "select account_id, sealed_secret from second_factor order by account_id desc limit $1",
            limit,
        );
        let rows = rows.fetch_all(&self.0).await?;
        Ok(rows.into_iter().map(SealedRow::from).collect())
    }
}

struct Secret {
    account_id: Uuid,
    sealed_secret: Vec<u8>,
}

impl From<Secret> for SealedRow<Uuid> {
    fn from(Secret { account_id, sealed_secret }: Secret) -> Self {
        Self { key: account_id, name: name_of_secret(account_id), sealed: Some(sealed_secret) }
    }
}
