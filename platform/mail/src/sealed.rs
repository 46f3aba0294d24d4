//! The sealed mails and files of a service that seals under a ring of keys.

use service::sealing::{SealedColumn, SealedRow};
use sqlx::PgPool;
use uuid::Uuid;

use crate::seal::{name_of_file, name_of_mail};

/// Recipients, subjects and bodies of the mails that wait.
pub struct WaitingMails(pub PgPool);

impl SealedColumn for WaitingMails {
    type Key = Uuid;

    const NAME: &'static str = "mail_outbox.sealed";

    async fn after(&self, key: &Uuid, limit: i64) -> sqlx::Result<Vec<SealedRow<Uuid>>> {
        let rows: Vec<(Uuid, Option<Vec<u8>>)> =
            sqlx::query_as("select id, sealed from mail_outbox where id > $1 order by id limit $2")
                .bind(key)
                .bind(limit)
                .fetch_all(&self.0)
                .await?;
        let rows = rows.into_iter().map(|(id, sealed)| SealedRow { key: id, name: name_of_mail(id), sealed });
        Ok(rows.collect())
    }

    async fn replace(&self, key: &Uuid, old: &[u8], new: &[u8]) -> sqlx::Result<bool> {
        let updated = sqlx::query("update mail_outbox set sealed = $3 where id = $1 and sealed = $2")
            .bind(key)
            .bind(old)
            .bind(new)
            .execute(&self.0)
            .await?;
        Ok(updated.rows_affected() == 1)
    }
}

/// The files of these mails. Those of a mail in clear are in clear too.
pub struct WaitingFiles(pub PgPool);

impl SealedColumn for WaitingFiles {
    type Key = (Uuid, i16);

    const NAME: &'static str = "mail_attachment.content";

    async fn after(&self, key: &Self::Key, limit: i64) -> sqlx::Result<Vec<SealedRow<Self::Key>>> {
        let (mail_id, position) = key;
        let rows: Vec<(Uuid, i16, Option<Vec<u8>>)> = sqlx::query_as(
            "select mail_id, position, case when sealed is not null then content end
            from mail_attachment
            join mail_outbox on id = mail_id
            where mail_id >= $1 and (mail_id, position) > ($1, $2)
            order by mail_id, position
            limit $3",
        )
        .bind(mail_id)
        .bind(position)
        .bind(limit)
        .fetch_all(&self.0)
        .await?;
        let row = |(mail_id, position, sealed)| SealedRow {
            key: (mail_id, position),
            name: name_of_file(mail_id, position),
            sealed,
        };
        Ok(rows.into_iter().map(row).collect())
    }

    async fn replace(&self, key: &Self::Key, old: &[u8], new: &[u8]) -> sqlx::Result<bool> {
        let (mail_id, position) = key;
        let updated = sqlx::query(
            "update mail_attachment
            set content = $4
            where mail_id = $1 and position = $2 and content = $3",
        )
        .bind(mail_id)
        .bind(position)
        .bind(old)
        .bind(new)
        .execute(&self.0)
        .await?;
        Ok(updated.rows_affected() == 1)
    }
}
