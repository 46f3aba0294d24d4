//! What this service hears: a booking that waits for word of its payment need not wait for its next ask, a refund that
//! came back after all was done requests a review, and what is kept for an account goes when the account is closed.

use events::{Consumer, Event, Handler, Nats};
use prost::Message;
use proto::identity::v1::UserClosed;
use proto::payments::v1::PaymentChanged;
use service::SharedClock;
use sqlx::PgConnection;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::email;
use crate::repository::Email;
use crate::store::booking::Store;
use crate::store::{cancellation, closed_account, queue};

const PAYMENTS: Consumer =
    Consumer { stream: "PAYMENT", durable: "svc-booking-payments", subject: "payment.>" };
const USERS: Consumer = Consumer { stream: "IDENTITY", durable: "svc-booking-users", subject: "user.closed" };

/// A refund was refused, or paid and sent back by the bank.
const REFUND_FAILED: &str = "payment.refund_failed";

/// Listens until `shutdown`.
pub async fn run(nats: Nats, store: Store, clock: SharedClock, shutdown: CancellationToken) {
    let pool = store.pool.clone();
    let of_users = UserConsumer { clock: clock.clone() };
    let users = events::consume(nats.clone(), pool.clone(), USERS, shutdown.clone(), of_users);
    let payments = events::consume(nats, pool, PAYMENTS, shutdown, PaymentConsumer { store, clock });
    tokio::join!(users, payments);
}

struct UserConsumer {
    clock: SharedClock,
}

impl Handler for UserConsumer {
    async fn handle(&self, connection: &mut PgConnection, event: &Event) -> anyhow::Result<()> {
        let closed = UserClosed::decode(event.payload.clone())?;
        closed_account::close(connection, closed.user_id.parse()?, self.clock.now()).await?;
        Ok(())
    }
}

struct PaymentConsumer {
    store: Store,
    clock: SharedClock,
}

impl Handler for PaymentConsumer {
    /// A booking under way takes the event as a hint and never as a truth: the worker asks svc-payments, as it would
    /// have done later. One that has ended asks no more, so that the failure is written down here.
    async fn handle(&self, connection: &mut PgConnection, event: &Event) -> anyhow::Result<()> {
        let changed = PaymentChanged::decode(event.payload.clone())?;
        if let Ok(booking) = changed.booking_id.parse::<Uuid>() {
            let now = self.clock.now();
            queue::nudge(connection, booking, now).await?;
            if event.subject == REFUND_FAILED && cancellation::refund_failed(connection, booking, now).await?
            {
                tracing::error!(booking.id = %booking, "a refund came back: a person must pay it back");
                self.write_to_traveller(connection, booking, now).await?;
            }
        }
        Ok(())
    }
}

impl PaymentConsumer {
    /// A booking that can't be read costs its mail alone: the person who must pay is called all the same.
    async fn write_to_traveller(
        &self,
        connection: &mut PgConnection,
        booking: Uuid,
        now: OffsetDateTime,
    ) -> sqlx::Result<()> {
        let email = match self.store.load(booking).await {
            Ok(booking) => booking.as_ref().and_then(email::refund::came_back),
            Err(error) => {
                let error = format!("{error:#}");
                tracing::error!(booking.id = %booking, error, "nobody tells the traveller of their refund");
                None
            }
        };
        if let Some(Email { mail, .. }) = email {
            mail::enqueue(connection, &self.store.cipher.of_mails(), &mail, now).await?;
        }
        Ok(())
    }
}
