//! The rows of attachments: stored with their mail, and deleted with its text.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::attachment::Attachment;
use crate::seal::Seal;

pub(crate) async fn insert(
    connection: &mut PgConnection,
    seal: &Seal,
    mail_id: Uuid,
    attachments: &[Attachment],
) -> sqlx::Result<()> {
    for (position, file) in (1_i16..).zip(attachments) {
        sqlx::query(
            "insert into mail_attachment (mail_id, position, name, media_type, content)
            values ($1, $2, $3, $4, $5)",
        )
        .bind(mail_id)
        .bind(position)
        .bind(&file.name)
        .bind(&file.media_type)
        .bind(&*seal.store_file(mail_id, position, &file.content)?)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

pub(crate) async fn of_mail(connection: &mut PgConnection, mail_id: Uuid) -> sqlx::Result<Vec<Attachment>> {
    sqlx::query_as(
        "select name, media_type, content from mail_attachment where mail_id = $1 order by position",
    )
    .bind(mail_id)
    .fetch_all(connection)
    .await
}
