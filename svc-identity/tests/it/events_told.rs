use events::{Live, NatsArgs};
use futures::StreamExt;
use prost::Message;
use proto::identity::v1::UserCreated;
use tokio_util::sync::CancellationToken;

use crate::harness::Harness;

#[tokio::test]
async fn a_new_account_is_told_by_its_id_and_brand_alone() {
    let broker = testkit::nats().await;
    let stop = CancellationToken::new();
    let _stop_on_drop = stop.clone().drop_guard();
    let nats = events::connect(&NatsArgs::open(&broker.url)).await.unwrap();
    let heard = events::live(nats, &["user.>"], stop).await.unwrap();
    let mut identity = Harness::with_broker(&broker.url).await;

    let user = identity.register("blue", "ada").await;

    let events = heard.filter_map(async |live| match live {
        Live::Event(event) => Some(event),
        Live::Reconnected => None,
    });
    let mut events = std::pin::pin!(events);
    let event = tokio::time::timeout(testkit::patience(20), events.next()).await.unwrap().unwrap();
    assert_eq!(event.subject, "user.created");
    let told = UserCreated::decode(event.payload).unwrap();
    assert_eq!(told, UserCreated { user_id: user.id, brand: "blue".into() });
}
