use futures::future::join_all;
use proto::identity::v1::{LoginRequest, RequestPasswordResetRequest};
use time::Duration;
use tonic::Code;

use crate::harness::{Browser, Harness, PASSWORD, address, code};

async fn codes(identity: &mut Harness, browser: &Browser, username: &str, tries: usize) -> Vec<String> {
    let mut codes = Vec::new();
    for _ in 0..tries {
        let status = identity.try_login(browser, username, "wrong").await.unwrap_err();
        codes.push(code(&status));
    }
    codes
}

#[tokio::test]
async fn r011_an_account_is_tried_five_times_in_fifteen_minutes() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;

    let told = codes(&mut identity, &guest, "ada", 6).await;

    assert!(told[..5].iter().all(|code| code == "INVALID_CREDENTIALS"));
    assert_eq!(told[5], "TOO_MANY_ATTEMPTS");
    let status = identity.try_login(&guest, "ada", PASSWORD).await.unwrap_err();
    assert_eq!(status.code(), Code::ResourceExhausted);
    identity.later(Duration::minutes(15));
    assert!(identity.try_login(&guest, "ada", PASSWORD).await.is_ok());
}

#[tokio::test]
async fn r011_a_stranger_elsewhere_does_not_lock_an_account_out() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    for _ in 0..6 {
        let request = guest.request(wrong("ada", "203.0.113.7"));
        identity.client.login(request).await.unwrap_err();
    }

    let request = LoginRequest { password: PASSWORD.to_owned(), ..wrong("ada", "198.51.100.9") };
    let owner = identity.client.login(guest.request(request)).await;

    assert!(owner.is_ok());
}

#[tokio::test]
async fn r011_a_name_without_an_account_is_limited_alike() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;

    let told = codes(&mut identity, &guest, "nobody", 6).await;

    assert_eq!((told[4].as_str(), told[5].as_str()), ("INVALID_CREDENTIALS", "TOO_MANY_ATTEMPTS"));
}

#[tokio::test]
async fn the_right_password_forgives_the_wrong_ones_before_it() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    codes(&mut identity, &guest, "ada", 4).await;

    let signed_in = identity.login(&guest, "ada", PASSWORD).await;

    let told = codes(&mut identity, &signed_in, "ada", 5).await;
    assert!(told.iter().all(|code| code == "INVALID_CREDENTIALS"));
}

#[tokio::test]
async fn a_hundred_tries_at_once_are_counted_one_by_one() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;

    let tries = (0..100).map(|_| {
        let mut client = identity.client.clone();
        let request = guest.request(wrong("ada", ""));
        async move { client.login(request).await.unwrap_err().code() }
    });
    let told = join_all(tries).await;

    assert_eq!(told.iter().filter(|code| **code == Code::Unauthenticated).count(), 5);
    assert_eq!(told.iter().filter(|code| **code == Code::ResourceExhausted).count(), 95);
}

#[tokio::test]
async fn r011_an_address_that_tries_many_names_has_to_wait() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;
    for name in 0..10 {
        let request = guest.request(wrong(&format!("name{name}"), "203.0.113.7"));
        assert_eq!(identity.client.login(request).await.unwrap_err().code(), Code::Unauthenticated);
    }

    let mut told = Vec::new();
    for (wait, address) in [(0, "203.0.113.7"), (0, "203.0.113.8"), (1, "203.0.113.7"), (1, "203.0.113.7")] {
        identity.later(Duration::seconds(wait));
        let request = guest.request(wrong(&format!("other{}", told.len()), address));
        told.push(identity.client.login(request).await.unwrap_err().code());
    }

    let (wrong, limited) = (Code::Unauthenticated, Code::ResourceExhausted);
    assert_eq!(told, [limited, wrong, wrong, limited]);
}

#[tokio::test]
async fn an_administrator_is_tried_five_times_over_all_brands() {
    let mut identity = Harness::new().await;
    identity.seed_demo().await;

    let mut told = Vec::new();
    for brand in ["a", "b", "c", "d", "e", "f"] {
        let guest = identity.guest(brand).await;
        told.extend(codes(&mut identity, &guest, "admin", 1).await);
    }

    assert_eq!((told[4].as_str(), told[5].as_str()), ("INVALID_CREDENTIALS", "TOO_MANY_ATTEMPTS"));
}

#[tokio::test]
async fn an_address_is_sent_five_reset_mails_in_fifteen_minutes() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;

    for _ in 0..6 {
        let request = RequestPasswordResetRequest {
            email: address("ada"),
            client_address: String::new(),
            letterhead: None,
        };
        let _answer = identity.client.request_password_reset(guest.request(request)).await;
    }

    assert_eq!(identity.mails(&address("ada")).await.len(), 5);
}

fn wrong(username: &str, client_address: &str) -> LoginRequest {
    LoginRequest {
        username: username.into(),
        password: "wrong".into(),
        previous_token: String::new(),
        client_address: client_address.into(),
        device: String::new(),
    }
}
