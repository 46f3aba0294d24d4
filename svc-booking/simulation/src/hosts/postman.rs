//! Carries what the airline announces to the replicas: late, more than once, in any order, some never.

use std::sync::Arc;
use std::time::Duration;

use proto::booking::v1::ReceiveWebhookRequest;
use proto::booking::v1::booking_service_client::BookingServiceClient;
use sandbox::{Announcement, Announcements};
use tokio::sync::Mutex;
use tonic::Request;
use tonic::transport::Channel;

use super::REPLICAS;
use super::booking::WEBHOOK_SECRET;
use crate::network::channel;
use crate::world::World;

const ATTEMPTS: u32 = 12;
/// The airline has other customers: something is always announced.
const PING_EVERY: Duration = Duration::from_secs(20);

/// Letters that were handed over to be carried.
pub type Letters = Arc<Mutex<Announcements>>;

#[derive(Clone)]
struct Postman {
    world: World,
    replicas: Vec<BookingServiceClient<Channel>>,
}

pub async fn run(world: World, letters: Letters) -> turmoil::Result {
    let replicas = REPLICAS.into_iter().map(|host| Ok(BookingServiceClient::new(channel(host)?)));
    let postman = Postman { world, replicas: replicas.collect::<anyhow::Result<_>>()? };
    tokio::spawn(postman.clone().ping());
    while let Some(letter) = letters.lock().await.take().await {
        tokio::spawn(postman.clone().carry(letter));
    }
    Ok(())
}

impl Postman {
    async fn carry(self, letter: Announcement) {
        let World { airline, dice, weather, .. } = &self.world;
        airline.reach(&letter).await;
        // The news of a failure is carried until it is taken: no other word of it will ever come.
        if weather.is_bad() && letter.is_of("order.created") && dice.percent(30) {
            return;
        }
        let copies = if dice.percent(25) { 3 } else { 1 };
        for _ in 0..copies {
            tokio::time::sleep(dice.millis(0..=40_000)).await;
            self.deliver(letter.body()).await;
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
            self.deliver(body.to_string()).await;
            tokio::time::sleep(PING_EVERY).await;
        }
    }

    /// Signed anew each time, as the airline does.
    async fn deliver(&self, body: String) {
        let mut pause = Duration::from_millis(500);
        for _ in 0..ATTEMPTS {
            let signature = self.world.airline.sign(&body, WEBHOOK_SECRET);
            let message = ReceiveWebhookRequest { body: body.clone().into(), signature };
            let mut request = Request::new(message);
            request.set_timeout(Duration::from_secs(10));
            let replica = self.world.dice.pick(&self.replicas);
            if replica.clone().receive_webhook(request).await.is_ok() {
                return;
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(30));
        }
    }
}
