//! Carries what airline and bank announce to booking and payments: late, more than once, in any order, some never.

use std::sync::Arc;
use std::time::Duration;

use proto::booking::v1 as booking_messages;
use proto::booking::v1::booking_service_client::BookingServiceClient;
use proto::payments::v1 as payments_messages;
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use sandbox::{Announcement, Announcements};
use tokio::sync::Mutex;
use tonic::{Request, Status};

use super::{PAYMENTS, REPLICAS, booking, payments};
use service::client::Channel;

use crate::network::{channel, channel_to};
use crate::undelivered::Carried;
use crate::world::World;

const ATTEMPTS: u32 = 12;
/// The airline has other customers: something is always announced.
const PING_EVERY: Duration = Duration::from_secs(20);

/// What the providers have handed over to be carried.
pub type Handed = Arc<Mutex<Announcements>>;

#[derive(Clone)]
struct WebhookCourier {
    world: World,
    replicas: Vec<BookingServiceClient<Channel>>,
    payments: PaymentsServiceClient<Channel>,
}

/// Who an announcement is for.
#[derive(Clone, Copy)]
enum Receiver {
    Booking,
    Payments,
}

pub async fn run(world: World, handed: Handed) -> turmoil::Result {
    let replicas = REPLICAS.into_iter().map(|host| Ok(BookingServiceClient::new(channel(host)?)));
    let payments = PaymentsServiceClient::new(channel_to(&PAYMENTS, &world.dice)?);
    let courier = WebhookCourier { world, replicas: replicas.collect::<anyhow::Result<_>>()?, payments };
    tokio::spawn(courier.clone().ping());
    while let Some(announcement) = handed.lock().await.take().await {
        let carried = courier.world.undelivered.add();
        tokio::spawn(courier.clone().carry(announcement, carried));
    }
    Ok(())
}

impl WebhookCourier {
    async fn carry(self, announcement: Announcement, carried: Carried) {
        let World { providers, dice, weather, .. } = &self.world;
        providers.reach(&announcement).await;
        let receiver = if announcement.is_of_bank() { Receiver::Payments } else { Receiver::Booking };
        // A failed order is announced until it is taken: nothing else ever tells of it.
        let may_be_lost = announcement.is_of_bank() || announcement.is_of("order.created");
        if weather.is_bad() && may_be_lost && dice.percent(30) {
            return;
        }
        let copies = if dice.percent(25) { 3 } else { 1 };
        let mut first = Some(carried);
        for _ in 0..copies {
            tokio::time::sleep(dice.millis(0..=40_000)).await;
            self.deliver(receiver, announcement.body()).await;
            drop(first.take());
        }
    }

    async fn ping(self) {
        for n in 0_u64.. {
            let body = serde_json::json!({
                "id": format!("eve_ping_{n}"),
                "type": "ping.triggered",
                "live_mode": false,
                "object": "webhook",
                "data": { "object": {} },
            });
            self.deliver(Receiver::Booking, body.to_string()).await;
            tokio::time::sleep(PING_EVERY).await;
        }
    }

    async fn deliver(&self, receiver: Receiver, body: String) {
        let mut pause = Duration::from_millis(500);
        for _ in 0..ATTEMPTS {
            let taken = match receiver {
                Receiver::Booking => self.hand_to_booking(&body).await,
                Receiver::Payments => self.hand_to_payments(&body).await,
            };
            if taken.is_ok() {
                return;
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(30));
        }
    }

    /// Signed anew each time, as the airline does.
    async fn hand_to_booking(&self, body: &str) -> Result<(), Status> {
        let signature = self.world.providers.sign(body, booking::WEBHOOK_SECRET);
        let message = booking_messages::ReceiveWebhookRequest { body: body.to_owned().into(), signature };
        let replica = self.world.dice.pick(&self.replicas);
        replica.clone().receive_webhook(in_time(message)).await.map(drop)
    }

    /// As the bank does, too.
    async fn hand_to_payments(&self, body: &str) -> Result<(), Status> {
        let signature = self.world.providers.sign(body, payments::WEBHOOK_SECRET);
        let message = payments_messages::ReceiveWebhookRequest { body: body.to_owned().into(), signature };
        self.payments.clone().receive_webhook(in_time(message)).await.map(drop)
    }
}

fn in_time<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(Duration::from_secs(10));
    request
}
