//! Carries what airline and bank announce to booking and payments: late, more than once, in any order, some never.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
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
use crate::world::World;

const ATTEMPTS: u32 = 12;
/// The airline has other customers: something is always announced.
const PING_EVERY: Duration = Duration::from_secs(20);

/// Letters that were handed over to be carried.
pub type Letters = Arc<Mutex<Announcements>>;

/// How many letters nobody has been handed yet. Clones count the same ones.
#[derive(Clone, Default)]
pub struct Bag(Arc<AtomicUsize>);

impl Bag {
    pub fn is_empty(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    /// One more, until it is dropped.
    fn take(&self) -> Carried {
        self.0.fetch_add(1, Ordering::Relaxed);
        Carried(self.clone())
    }
}

/// A letter in the bag.
struct Carried(Bag);

impl Drop for Carried {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Clone)]
struct WebhookCourier {
    world: World,
    replicas: Vec<BookingServiceClient<Channel>>,
    payments: PaymentsServiceClient<Channel>,
}

/// Whom a letter is for.
#[derive(Clone, Copy)]
enum Receiver {
    Booking,
    Payments,
}

pub async fn run(world: World, letters: Letters) -> turmoil::Result {
    let replicas = REPLICAS.into_iter().map(|host| Ok(BookingServiceClient::new(channel(host)?)));
    let payments = PaymentsServiceClient::new(channel_to(&PAYMENTS, &world.dice)?);
    let courier = WebhookCourier { world, replicas: replicas.collect::<anyhow::Result<_>>()?, payments };
    tokio::spawn(courier.clone().ping());
    while let Some(letter) = letters.lock().await.take().await {
        let carried = courier.world.bag.take();
        tokio::spawn(courier.clone().carry(letter, carried));
    }
    Ok(())
}

impl WebhookCourier {
    async fn carry(self, letter: Announcement, carried: Carried) {
        let World { providers, dice, weather, .. } = &self.world;
        providers.reach(&letter).await;
        let receiver = if letter.is_of_bank() { Receiver::Payments } else { Receiver::Booking };
        // The news of a failed order is carried until it is taken: no other word of it will ever come.
        let may_be_lost = letter.is_of_bank() || letter.is_of("order.created");
        if weather.is_bad() && may_be_lost && dice.percent(30) {
            return;
        }
        let copies = if dice.percent(25) { 3 } else { 1 };
        let mut first = Some(carried);
        for _ in 0..copies {
            tokio::time::sleep(dice.millis(0..=40_000)).await;
            self.deliver(receiver, letter.body()).await;
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
