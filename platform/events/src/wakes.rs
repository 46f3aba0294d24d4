//! How the replica that publishes hears at once of events that another one has appended.

use std::convert::Infallible;
use std::time::Duration;

use async_nats::Subscriber;
use bytes::Bytes;
use futures::{FutureExt, StreamExt};
use tokio::sync::Notify;

use crate::{Nats, Stream};

/// Where replicas of a stream's owner wake the one that publishes. No event: one that is lost costs a wait for the poll.
pub(crate) fn wake_subject(stream: Stream) -> String {
    format!("outbox.{}", stream.name)
}

/// Passes what wakes this replica on to the one that publishes.
pub(crate) async fn hand_on_wakes(nats: &Nats, stream: Stream, wake: &Notify) -> Infallible {
    loop {
        wake.notified().await;
        // What is said without the broker would pile up until it is back, and that may be long.
        if nats.is_connected()
            && let Err(error) = nats.client.publish(wake_subject(stream), Bytes::new()).await
        {
            tracing::debug!(stream = stream.name, %error, "the replica that publishes was not woken");
        }
    }
}

/// Until this process or another one has appended an event, or for as long as nobody says so.
pub(crate) async fn woken(wake: &Notify, wakes_of_others: &mut Subscriber, pause: Duration) {
    tokio::select! {
        () = wake.notified() => {}
        () = next_wakes(wakes_of_others) => {}
        () = tokio::time::sleep(pause) => {}
    }
}

/// All that have come, as one look into the outbox finds the events of all.
async fn next_wakes(wakes: &mut Subscriber) {
    if wakes.next().await.is_none() {
        std::future::pending::<()>().await;
    }
    while let Some(Some(_)) = wakes.next().now_or_never() {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NatsArgs, connect};

    const STREAM: Stream = Stream::new("BOOKING", &["booking.>"]);

    #[tokio::test]
    async fn the_replica_that_publishes_is_woken_by_another_one() {
        let server = testkit::nats().await;
        let args = NatsArgs::open(&server.url);
        let (here, there) = (connect(&args).await.unwrap(), connect(&args).await.unwrap());
        let mut wakes_of_others = here.client.subscribe(wake_subject(STREAM)).await.unwrap();
        // The broker has the subscription once it has sent this back.
        here.client.publish(wake_subject(STREAM), Bytes::new()).await.unwrap();
        next_wakes(&mut wakes_of_others).await;
        while !there.is_connected() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let (own_wake, wake) = (Notify::new(), Notify::new());
        wake.notify_one();

        tokio::select! {
            never = hand_on_wakes(&there, STREAM, &wake) => match never {},
            () = woken(&own_wake, &mut wakes_of_others, Duration::MAX) => {}
            () = tokio::time::sleep(testkit::patience(10)) => panic!("nobody is woken"),
        }
    }
}
