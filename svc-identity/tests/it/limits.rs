use futures::future::join_all;
use proto::identity::v1::{
    ChangePasswordRequest, LoginRequest, RequestMailboxLinkRequest, RequestPasswordResetRequest,
};
use time::Duration;
use tonic::Code;

use crate::harness::{Browser, Harness, OTHER_PASSWORD, PASSWORD, address, code, registration};

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
async fn the_right_password_forgives_the_wrong_ones_before_it_in_a_known_browser() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let known = identity.login(&guest, "ada", PASSWORD).await;
    codes(&mut identity, &known, "ada", 4).await;

    identity.login(&known, "ada", PASSWORD).await;

    let told = codes(&mut identity, &known, "ada", 5).await;
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

/// What so many networks are told at once that ask for a link to the address, sorted.
async fn ask_for_links(
    identity: &Harness,
    browser: &Browser,
    username: &str,
    networks: usize,
) -> Vec<Option<Code>> {
    let asked = (0..networks).map(|n| {
        let mut client = identity.client.clone();
        let request = RequestPasswordResetRequest {
            email: address(username),
            client_address: format!("203.0.113.{n}"),
            letterhead: None,
        };
        let request = browser.request(request);
        async move { client.request_password_reset(request).await.err().map(|status| status.code()) }
    });
    let mut told = join_all(asked).await;
    told.sort_by_key(|code| code.map(i32::from));
    told
}

async fn change_password(identity: &mut Harness, browser: &Browser, current: &str, new: &str) -> Browser {
    let request = ChangePasswordRequest {
        current_password: current.into(),
        new_password: new.into(),
        ..ChangePasswordRequest::default()
    };
    let changed = identity.client.change_password(browser.request(request)).await.unwrap();
    browser.renewed(changed.into_inner().session_token)
}

#[tokio::test]
async fn an_address_that_nobody_proved_is_sent_one_mail_a_day_beside_that_of_its_registration() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;
    identity.client.register(guest.request(registration("ada"))).await.unwrap();
    let ada = identity.login(&guest, "ada", PASSWORD).await;

    let told = ask_for_links(&identity, &guest, "ada", 30).await;
    let another = RequestMailboxLinkRequest { letterhead: None };
    identity.client.request_mailbox_link(ada.request(another)).await.unwrap();
    let ada = change_password(&mut identity, &ada, PASSWORD, OTHER_PASSWORD).await;
    change_password(&mut identity, &ada, OTHER_PASSWORD, PASSWORD).await;

    let mails = identity.mails(&address("ada")).await;
    assert_eq!(mails.len(), 2, "{mails:?}");
    assert!(mails[0].contains("https://blue.example/confirm-email#token="), "{mails:?}");
    assert!(mails[1].contains("https://blue.example/reset-password#token="), "{mails:?}");
    assert_eq!(
        told,
        ask_for_links(&identity, &guest, "nobody", 30).await,
        "no answer says who has an account"
    );
    identity.later(Duration::days(1) - Duration::seconds(1));
    ask_for_links(&identity, &guest, "ada", 1).await;
    assert_eq!(identity.mails(&address("ada")).await.len(), 2);
    identity.later(Duration::seconds(1));
    ask_for_links(&identity, &guest, "ada", 2).await;
    assert_eq!(identity.mails(&address("ada")).await.len(), 3);
}

#[tokio::test]
async fn a_proved_address_is_sent_three_links_for_as_long_as_they_work_and_every_notice() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    identity.prove_mailbox("ada").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;

    ask_for_links(&identity, &guest, "ada", 20).await;
    assert_eq!(identity.mails(&address("ada")).await.len(), 3);
    let ada = change_password(&mut identity, &ada, PASSWORD, OTHER_PASSWORD).await;
    change_password(&mut identity, &ada, OTHER_PASSWORD, PASSWORD).await;
    assert_eq!(identity.mails(&address("ada")).await.len(), 5);
    identity.later(Duration::minutes(30));
    ask_for_links(&identity, &guest, "ada", 1).await;

    assert_eq!(identity.mails(&address("ada")).await.len(), 6);
}

#[tokio::test]
async fn mails_that_no_longer_count_are_forgotten() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    ask_for_links(&identity, &guest, "ada", 1).await;

    identity.later(Duration::days(1));

    assert_eq!(identity.count("select count(*) from requested_mail").await, 1);
    identity.swept("select count(*) from requested_mail", 0).await;
}

fn wrong(username: &str, client_address: &str) -> LoginRequest {
    LoginRequest {
        username: username.into(),
        password: "wrong".into(),
        client_address: client_address.into(),
        ..LoginRequest::default()
    }
}
