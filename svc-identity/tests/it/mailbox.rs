//! The mails that wait in the outbox, opened with the service's keys.

use serde_json::Value;
use service::sealing::Sealer;
use uuid::Uuid;

use crate::harness::Harness;

pub struct WaitingMail {
    pub recipient: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Empty for the operator.
    pub sender: String,
    /// The row as it is stored, all columns.
    pub stored: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    sealed: Option<Vec<u8>>,
    sender_name: Option<String>,
    recipient: String,
    subject: Option<String>,
    body_text: Option<String>,
    body_html: Option<String>,
    stored: String,
}

impl Row {
    fn open(self, keys: &Sealer) -> WaitingMail {
        let sender = self.sender_name.unwrap_or_default();
        let Some(sealed) = self.sealed else {
            return WaitingMail {
                recipient: self.recipient,
                subject: self.subject.unwrap(),
                text: self.body_text.unwrap(),
                html: self.body_html.unwrap_or_default(),
                sender,
                stored: self.stored,
            };
        };
        let opened = keys.open(&[self.id.as_bytes().as_slice(), b"mail"].concat(), &sealed).unwrap();
        let contents: Value = serde_json::from_slice(&opened).unwrap();
        let part = |name: &str| contents[name].as_str().unwrap_or_default().to_owned();
        let [recipient, subject, text, html] = ["recipient", "subject", "text", "html"].map(part);
        WaitingMail { recipient, subject, text, html, sender, stored: self.stored }
    }
}

impl Harness {
    /// All of them, oldest first.
    pub async fn waiting_mails(&self) -> Vec<WaitingMail> {
        let query = "select id, sealed, sender_name, recipient, subject, body_text, body_html,
                mail_outbox::text as stored
            from mail_outbox
            order by id";
        let rows: Vec<Row> = sqlx::query_as(query).fetch_all(&self.db.pool).await.unwrap();
        let keys = self.sealer();
        rows.into_iter().map(|row| row.open(&keys)).collect()
    }
}
