//! Calls to a service of several replicas: spread over those that are healthy, and none is lost when one comes or goes.

mod harness;

use std::time::{Duration, Instant};

use proto::brand::v1::ListBrandsRequest;
use proto::brand::v1::brand_service_client::BrandServiceClient;
use service::Problem;
use service::client::Pace;
use tonic::Code;

use harness::{
    Name, QUICK, Replica, all_take_turns, call, call_until, call_with, counts, key_of,
    nine_are_answered_soon, three,
};

#[tokio::test]
async fn calls_are_spread_over_the_replicas() {
    let replicas = three().await;
    let channel = Name::of(&replicas).channel();
    all_take_turns(&channel, &replicas).await;
    let before = counts(&replicas);

    for _ in 0..300 {
        call(&channel).await.unwrap();
    }

    for (replica, before) in replicas.iter().zip(before) {
        let share = replica.calls() - before;
        assert!((75..=126).contains(&share), "{share} of 300 calls");
    }
}

#[tokio::test]
async fn calls_with_one_key_go_to_one_replica_and_to_another_when_it_leaves() {
    let mut replicas = three().await;
    let name = Name::of(&replicas);
    // Two processes of ours agree.
    let channels = [name.channel(), name.channel()];
    for channel in &channels {
        all_take_turns(channel, &replicas).await;
    }
    let of_key = async |replicas: &[Replica], key: u32| {
        let before = counts(replicas);
        for channel in &channels {
            call_with(channel, key).await.unwrap();
        }
        replicas.iter().zip(before).position(|(it, before)| it.calls() == before + 2).expect("both the same")
    };
    let mut owners = Vec::new();
    for key in 0..30 {
        owners.push(of_key(&replicas, key).await);
    }
    assert!((0..3).all(|replica| owners.contains(&replica)), "{owners:?}");

    let leaving = replicas.pop().unwrap();
    leaving.shutdown.stopping.cancel();
    name.resolves_to(&replicas);
    for channel in &channels {
        all_take_turns(channel, &replicas).await;
    }
    for (key, owner) in (0..).zip(owners) {
        let now = of_key(&replicas, key).await;
        assert!(owner == now || owner == 2, "{key} moved from {owner} to {now}");
    }
}

#[tokio::test]
async fn a_new_replica_gets_calls_and_one_that_leaves_loses_none() {
    let mut replicas = three().await;
    let name = Name::of(&replicas);
    let channel = name.channel();
    all_take_turns(&channel, &replicas).await;

    replicas.push(Replica::start().await);
    name.resolves_to(&replicas);
    all_take_turns(&channel, &replicas).await;
    let before = replicas[3].calls();
    for _ in 0..200 {
        call(&channel).await.unwrap();
    }
    let share = replicas[3].calls() - before;
    assert!((30..=70).contains(&share), "{share} of 200 calls");

    let leaving = replicas.remove(0);
    leaving.shutdown.stopping.cancel();
    let enough = counts(&replicas).iter().sum::<usize>() + 300;
    call_until(&channel, || counts(&replicas).iter().sum::<usize>() > enough, "calls go on").await;
    name.resolves_to(&replicas);
    all_take_turns(&channel, &replicas).await;
}

/// docs/scaling.md promises it.
#[test]
fn a_new_address_is_looked_up_within_ten_seconds() {
    assert!(Pace::default().lookup <= Duration::from_secs(10));
}

#[tokio::test]
async fn a_channel_to_one_replica_takes_calls_though_the_name_has_lost_its_address() {
    let replicas = three().await;
    let name = Name::of(&replicas);
    let channel = name.channel();
    all_take_turns(&channel, &replicas).await;
    let each = channel.each();

    name.resolves_to(&replicas[1..]);
    let is_forgotten = async {
        while channel.each_connected().len() != 2 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(testkit::patience(10), is_forgotten).await.expect("the address is forgotten");

    // What keeps the connection looks after it once a health check.
    let forgotten = Instant::now();
    while forgotten.elapsed() < QUICK.health_check * 5 {
        for replica in &each {
            call(replica).await.unwrap();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_replica_that_drains_gets_no_more_calls() {
    let replicas = three().await;
    let channel = Name::of(&replicas).channel();
    all_take_turns(&channel, &replicas).await;

    replicas[0].shutdown.draining.cancel();

    let is_left_alone = async {
        loop {
            let before = replicas[0].calls();
            for _ in 0..9 {
                call(&channel).await.unwrap();
            }
            if replicas[0].calls() == before {
                return;
            }
        }
    };
    tokio::time::timeout(testkit::patience(20), is_left_alone).await.expect("calls avoid the replica");
}

#[tokio::test]
async fn a_replica_that_hangs_gets_no_calls_until_it_goes_on() {
    let replicas = three().await;
    let channel = Name::of(&replicas).channel();
    all_take_turns(&channel, &replicas).await;

    let key = key_of(&channel, &replicas[0]).await;
    let hanging = replicas[0].hang();
    // Those that go there before its health checks fail wait until it goes on.
    let waiting: Vec<_> = (0..3)
        .map(|_| {
            let channel = channel.clone();
            tokio::spawn(async move { call_with(&channel, key).await })
        })
        .collect();
    let is_avoided = async {
        while tokio::time::timeout(testkit::patience(1), call_with(&channel, key)).await.is_err() {}
    };
    tokio::time::timeout(testkit::patience(20), is_avoided)
        .await
        .expect("its own key goes to another replica");
    assert_eq!((channel.each().len(), channel.each_connected().len()), (2, 3));

    drop(hanging);
    for call in waiting {
        call.await.unwrap().unwrap();
    }
    all_take_turns(&channel, &replicas).await;
}

#[tokio::test]
async fn a_replica_that_hangs_is_named_in_the_log_once() {
    let log = testkit::Log::default();
    let _while_it_lives = tracing::subscriber::set_default(log.subscriber(tracing::Level::INFO));
    let replicas = three().await;
    let channel = Name::of(&replicas).channel();
    all_take_turns(&channel, &replicas).await;
    let about = |words: &str| {
        let address = format!("address={}", replicas[0].address);
        log.text().lines().filter(|line| line.contains(words) && line.contains(&address)).count()
    };
    let until_logged = async |words: &str| {
        let is_logged = async {
            while about(words) == 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(testkit::patience(20), is_logged).await.expect("the log says so");
    };

    let hanging = replicas[0].hang();
    until_logged("a replica does not answer: calls avoid it").await;
    tokio::time::sleep(QUICK.health_check * 5).await;
    drop(hanging);
    until_logged("a replica's health changed").await;

    let text = log.text();
    let warnings: Vec<_> = text.lines().filter(|line| line.contains("WARN")).collect();
    assert_eq!(warnings.len(), 1, "the change is told, and not each check: {text}");
    assert!(warnings[0].contains("service=\"svc-brand\""), "{}", warnings[0]);
    assert!(text.contains("is_healthy=true"), "{text}");
}

#[tokio::test]
async fn a_call_that_a_replica_may_have_received_is_not_sent_to_another() {
    let mut replicas = three().await;
    let channel = Name::of(&replicas).channel();
    all_take_turns(&channel, &replicas).await;
    let before = counts(&replicas);

    let call = tokio::spawn({
        let mut client = BrandServiceClient::new(channel.clone());
        async move { client.list_brands(ListBrandsRequest::default()).await }
    });
    let has_come = async {
        loop {
            if let Some(at) = replicas.iter().zip(&before).position(|(it, before)| it.calls() > *before) {
                return at;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let at = tokio::time::timeout(testkit::patience(10), has_come).await.expect("the call comes");
    drop(replicas.remove(at));

    let status = call.await.unwrap().unwrap_err();
    assert_eq!(Problem::from_status(&status).grpc, Code::Unavailable, "{status:?}");
    let others = before.iter().enumerate().filter(|(it, _)| *it != at).map(|(_, before)| *before);
    assert!(replicas.iter().map(Replica::calls).eq(others), "another replica got it, too");
}

#[tokio::test]
async fn addresses_where_nobody_is_or_nobody_speaks_keep_no_call_waiting() {
    service::install_crypto();
    let replica = Replica::start().await;
    let (nobody, closed) = testkit::free_listener().await;
    drop(nobody);
    let (_silent, mute) = testkit::free_listener().await;
    let channel = Name::at(vec![closed, mute, replica.address]).channel();

    assert!(nine_are_answered_soon(&channel).await);

    assert_eq!(replica.calls(), 9);
}

#[tokio::test]
async fn a_service_that_starts_later_is_called_then() {
    service::install_crypto();
    let (listener, address) = testkit::free_listener().await;
    drop(listener);
    let name = Name::at(vec![address]);
    let channel = name.channel();
    assert_eq!(call(&channel).await.unwrap_err().code(), Code::Unavailable);

    let replica = Replica::start().await;
    name.resolves_to([&replica]);

    let called = async {
        while call(&channel).await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(testkit::patience(10), called).await.expect("its new address is found");
}
