//! What this service hears: an account was closed, and what it watched goes with it.

use events::{Consumer, Event, Handler, Nats};
use prost::Message;
use proto::identity::v1::UserClosed;
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use crate::store;

const USERS: Consumer = Consumer { stream: "IDENTITY", durable: "svc-brand-users", subject: "user.closed" };

/// Listens until `shutdown`.
pub async fn run(nats: Nats, pool: PgPool, shutdown: CancellationToken) {
    events::consume(nats, pool, USERS, shutdown, UserConsumer).await;
}

struct UserConsumer;

impl Handler for UserConsumer {
    async fn handle(&self, connection: &mut PgConnection, event: &Event) -> anyhow::Result<()> {
        let closed = UserClosed::decode(event.payload.clone())?;
        store::watch_account::forget(connection, closed.user_id.parse()?).await?;
        store::watch_mail::withdraw_gone(connection).await?;
        Ok(())
    }
}
