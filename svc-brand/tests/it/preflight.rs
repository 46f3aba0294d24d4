//! What is looked at before real tickets are sold.

use std::collections::BTreeMap;

use proto::preflight::v1::{CheckRequest, Line, State};

use crate::harness::Harness;

async fn check(settings: &[&str]) -> BTreeMap<String, Line> {
    let brand = Harness::with_settings(&[&["--nats-url=nats://127.0.0.1:1"], settings].concat()).await;
    let answer = brand.preflight.clone().check(CheckRequest {}).await.unwrap();
    answer.into_inner().lines.into_iter().map(|line| (line.code.clone(), line)).collect()
}

#[tokio::test]
async fn enquiries_that_can_not_be_mailed_and_an_address_that_is_nowhere_stand_in_the_way() {
    let lines = check(&[]).await;

    for code in ["MAIL", "PUBLIC_ADDRESS"] {
        assert_eq!((lines[code].state(), lines[code].is_required), (State::Failed, true), "{code}");
    }
    assert_eq!(lines["PUBLISHED_SECRETS"].evidence, "Own secrets: DATABASE_URL.");
}

#[tokio::test]
async fn the_password_of_the_repository_stands_in_the_way() {
    let lines = check(&["--nats-user=svc-brand", "--nats-password=fareway-local"]).await;

    assert_eq!(lines["PUBLISHED_SECRETS"].evidence, "Published in the repository: NATS_PASSWORD.");
}
