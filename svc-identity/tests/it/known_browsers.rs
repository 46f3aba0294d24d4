//! Strangers who guess a password slow one another down, and never the account's owner.

use futures::future::join_all;
use proto::identity::v1::{ChangePasswordRequest, LoginRequest, RefreshAdminRequest};
use service::Problem;
use time::Duration;

use crate::harness::{Browser, Harness, OTHER_PASSWORD, PASSWORD, address, code};
use crate::passwords::ask_for_reset;

const ADMIN_PASSWORD: &str = "admin-Fareway-2026";

/// One wrong password from each of so many networks, at once. Returns how many were compared with the account's.
async fn guess(identity: &Harness, stranger: &Browser, name: &str, networks: std::ops::Range<u8>) -> usize {
    let tried = networks.map(|n| {
        let mut client = identity.client.clone();
        let request = LoginRequest {
            username: name.into(),
            password: "wrong".into(),
            client_address: format!("203.0.113.{n}"),
            ..LoginRequest::default()
        };
        let request = stranger.request(request);
        async move { code(&client.login(request).await.unwrap_err()) }
    });
    join_all(tried).await.iter().filter(|code| *code == "INVALID_CREDENTIALS").count()
}

/// What the right password answers from a network: the seconds to wait, or nothing where it signs in.
async fn wait_of(
    identity: &mut Harness,
    browser: &Browser,
    name: &str,
    password: &str,
    network: &str,
) -> Option<u32> {
    let request = LoginRequest {
        username: name.into(),
        password: password.into(),
        client_address: network.into(),
        browser_token: browser.known_by.clone(),
        ..LoginRequest::default()
    };
    let refused = identity.client.login(browser.request(request)).await.err()?;
    let problem = Problem::from_status(&refused);
    assert_eq!(problem.code, "TOO_MANY_ATTEMPTS");
    problem.retry_after_s
}

#[tokio::test]
async fn r011_while_strangers_guess_the_owner_and_the_administrator_sign_in_where_they_have_before() {
    let mut identity = Harness::new().await;
    identity.seed_demo().await;
    identity.register("blue", "ada").await;
    let stranger = identity.guest("blue").await;
    for (name, password) in [("ada", PASSWORD), ("admin", ADMIN_PASSWORD)] {
        let owner = identity.login(&stranger, name, password).await;

        let guessed = guess(&identity, &stranger, name, 0..30).await;
        // From the strangers' own network.
        let known = wait_of(&mut identity, &owner, name, password, "203.0.113.1").await;
        let unknown = wait_of(&mut identity, &stranger, name, password, "198.51.100.1").await;
        let guessed_after_it = guess(&identity, &stranger, name, 30..60).await;

        assert_eq!((guessed, known, unknown), (10, None, Some(2)), "{name}");
        assert_eq!(guessed_after_it, 0, "{name}: a login gives strangers no new guesses");
        identity.login(&owner, name, password).await;
    }
}

#[tokio::test]
async fn r011_an_unknown_browser_waits_longer_with_each_guess_whether_or_not_there_is_an_account() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let stranger = identity.guest("blue").await;
    let mut told = Vec::new();
    for name in ["ada", "nobody"] {
        guess(&identity, &stranger, name, 0..20).await;
        let mut waits = Vec::new();
        for network in 20..26 {
            let wait = wait_of(&mut identity, &stranger, name, "wrong", "198.51.100.1").await.unwrap();
            waits.push(wait);
            identity.later(Duration::seconds((wait - 1).into()));
            assert_eq!(guess(&identity, &stranger, name, network..network + 1).await, 1);
        }
        told.push(waits);
    }

    assert_eq!(told[0], [2, 3, 5, 9, 17, 33]);
    assert_eq!(told[0], told[1]);
}

#[tokio::test]
async fn r011_a_mailed_link_lets_its_browser_in_at_once() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let owner = identity.guest("blue").await;
    let stranger = identity.guest("blue").await;
    guess(&identity, &stranger, "ada", 0..20).await;
    ask_for_reset(&mut identity, &owner, &address("ada")).await;
    let token = identity.mailed_token(&address("ada")).await;

    let known = identity.reset_password(&owner, &token, OTHER_PASSWORD).await.unwrap();
    guess(&identity, &stranger, "ada", 20..40).await;

    assert_eq!(wait_of(&mut identity, &known, "ada", OTHER_PASSWORD, "203.0.113.1").await, None);
    assert!(wait_of(&mut identity, &stranger, "ada", OTHER_PASSWORD, "198.51.100.1").await.is_some());
}

#[tokio::test]
async fn strangers_do_not_stop_an_administrator_from_proving_their_password() {
    let mut identity = Harness::new().await;
    identity.seed_demo().await;
    let guest = identity.guest("blue").await;
    let admin = identity.login(&guest, "admin", ADMIN_PASSWORD).await;
    guess(&identity, &guest, "admin", 0..20).await;

    let proof = RefreshAdminRequest { password: ADMIN_PASSWORD.into(), ..RefreshAdminRequest::default() };

    assert!(identity.client.refresh_admin(admin.request(proof)).await.is_ok());
}

#[tokio::test]
async fn a_browser_is_known_for_the_accounts_that_signed_in_there_and_for_no_other() {
    let mut identity = Harness::new().await;
    for name in ["ada", "bob"] {
        identity.register("blue", name).await;
    }
    let stranger = identity.guest("blue").await;
    let of_ada = identity.login(&stranger, "ada", PASSWORD).await;
    for name in ["ada", "bob"] {
        guess(&identity, &stranger, name, 0..12).await;
    }

    assert!(wait_of(&mut identity, &of_ada, "bob", PASSWORD, "198.51.100.1").await.is_some());
    identity.later(Duration::days(1));
    let of_both = identity.login(&of_ada, "bob", PASSWORD).await;
    for name in ["ada", "bob"] {
        guess(&identity, &stranger, name, 0..12).await;
    }

    assert_ne!(of_both.known_by, of_ada.known_by, "a token that somebody planted is worth nothing");
    for name in ["ada", "bob"] {
        assert_eq!(wait_of(&mut identity, &of_both, name, PASSWORD, "203.0.113.1").await, None);
        assert!(wait_of(&mut identity, &of_ada, name, PASSWORD, "198.51.100.1").await.is_some());
    }
}

#[tokio::test]
async fn a_known_browser_has_few_guesses_too() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let stolen = identity.login(&guest, "ada", PASSWORD).await;

    let mut guessed = 0;
    for _ in 0..6 {
        let refused = identity.try_login(&stolen, "ada", "wrong").await.unwrap_err();
        guessed += usize::from(code(&refused) == "INVALID_CREDENTIALS");
    }

    assert_eq!(guessed, 5);
    assert!(identity.try_login(&guest, "ada", PASSWORD).await.is_ok(), "others are not slowed down by it");
}

/// Whether the browser is known for ada while strangers guess.
async fn is_known(identity: &mut Harness, browser: &Browser, password: &str) -> bool {
    let stranger = Browser { known_by: String::new(), ..browser.clone() };
    guess(identity, &stranger, "ada", 0..12).await;
    wait_of(identity, browser, "ada", password, "198.51.100.1").await.is_none()
}

#[tokio::test]
async fn a_new_password_leaves_the_browser_known_in_which_it_was_chosen_and_no_other() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let here = identity.login(&guest, "ada", PASSWORD).await;
    let elsewhere = identity.login(&guest, "ada", PASSWORD).await;
    let here = identity.login(&here, "ada", PASSWORD).await;
    let change = ChangePasswordRequest {
        current_password: PASSWORD.into(),
        new_password: OTHER_PASSWORD.into(),
        browser_token: here.known_by.clone(),
        ..ChangePasswordRequest::default()
    };

    let changed = identity.client.change_password(here.request(change)).await.unwrap().into_inner();

    let newly = Browser { known_by: changed.browser_token, ..here.clone() };
    assert!(is_known(&mut identity, &newly, OTHER_PASSWORD).await);
    assert!(!is_known(&mut identity, &here, OTHER_PASSWORD).await, "a copy of the cookie");
    assert!(!is_known(&mut identity, &elsewhere, OTHER_PASSWORD).await);
}

#[tokio::test]
async fn a_browser_is_known_for_half_a_year_and_the_last_twenty_of_an_account_are() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let mut known = Vec::new();
    for _ in 0..21 {
        known.push(identity.login(&guest, "ada", PASSWORD).await);
        identity.later(Duration::seconds(1));
    }

    assert!(!is_known(&mut identity, &known[0], PASSWORD).await);
    assert!(is_known(&mut identity, &known[1], PASSWORD).await);
    identity.later(Duration::days(180));
    assert!(!is_known(&mut identity, &known[20], PASSWORD).await);
    identity.swept("select count(*) from known_browser", 0).await;
    identity.swept("select count(*) from attempt where tried_at <= '2026-03-03'", 0).await;
}
