//! The mails that wait in the outbox, opened with the service's key.

use serde::{Deserialize, Deserializer};
use service::sealing::Sealer;
use uuid::Uuid;

use crate::harness::{KEY, World};

#[derive(Deserialize)]
pub struct WaitingMail {
    /// What it is about.
    #[serde(skip)]
    pub dedupe_key: String,
    pub recipient: String,
    pub subject: String,
    pub text: String,
    #[serde(deserialize_with = "or_empty")]
    pub html: String,
    pub reply_to: Option<String>,
}

fn or_empty<'de, D: Deserializer<'de>>(html: D) -> Result<String, D::Error> {
    Ok(Option::deserialize(html)?.unwrap_or_default())
}

/// All of them, oldest first.
pub async fn mails(world: &World) -> Vec<WaitingMail> {
    let query = "select id, dedupe_key, sealed from mail_outbox order by created_at, id";
    let rows: Vec<(Uuid, String, Vec<u8>)> = sqlx::query_as(query).fetch_all(&world.db.pool).await.unwrap();
    let open = |(id, dedupe_key, sealed): (Uuid, String, Vec<u8>)| {
        let opened = open(&[id.as_bytes().as_slice(), b"mail"].concat(), &sealed);
        WaitingMail { dedupe_key, ..serde_json::from_slice(&opened).unwrap() }
    };
    rows.into_iter().map(open).collect()
}

/// Name, type and content of the files of all mails.
pub async fn files(world: &World) -> Vec<(String, String, Vec<u8>)> {
    let query = "select mail_id, position, name, media_type, content from mail_attachment
        order by mail_id, position";
    let rows: Vec<(Uuid, i16, String, String, Vec<u8>)> =
        sqlx::query_as(query).fetch_all(&world.db.pool).await.unwrap();
    let open = |(id, position, name, media_type, sealed): (Uuid, i16, String, String, Vec<u8>)| {
        let of_file = [id.as_bytes().as_slice(), b"file", &position.to_be_bytes()].concat();
        (name, media_type, open(&of_file, &sealed))
    };
    rows.into_iter().map(open).collect()
}

fn open(name: &[u8], sealed: &[u8]) -> Vec<u8> {
    Sealer::new("PII_KEY", &KEY.into(), None).unwrap().open(name, sealed).unwrap()
}
