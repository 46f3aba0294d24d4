//! An e-mail address signs in like the user name of its account.

use proto::identity::v1::LoginRequest;
use tonic::Code;

use crate::harness::{Browser, Harness, OTHER_PASSWORD, PASSWORD, address, code, registration};
use crate::passwords::ask_for_reset;

const TYPED_OFTEN: usize = 5;

/// What a try answers: its code, or nothing where it signs in.
async fn answer(identity: &mut Harness, browser: &Browser, name: &str, password: &str) -> String {
    let tried = identity.try_login(browser, name, password).await;
    tried.err().map(|status| code(&status)).unwrap_or_default()
}

async fn mistype(identity: &mut Harness, browser: &Browser, name: &str, times: usize) {
    for _ in 0..times {
        assert_eq!(answer(identity, browser, name, "wrong").await, "INVALID_CREDENTIALS");
    }
}

#[tokio::test]
async fn r043_the_address_of_an_account_signs_in_whatever_its_case() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;

    for name in ["ada@traveller.example", " Ada@Traveller.EXAMPLE "] {
        let signed_in = identity.login(&guest, name, PASSWORD).await;
        assert_eq!(identity.user(&signed_in).await.as_deref(), Some("ada"));
    }
}

#[tokio::test]
async fn r043_an_address_signs_in_on_its_own_brand_alone() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let elsewhere = identity.guest("red").await;

    let refused = identity.try_login(&elsewhere, &address("ada"), PASSWORD).await.unwrap_err();

    assert_eq!((refused.code(), refused.message()), (Code::Unauthenticated, "Invalid username or password"));
}

#[tokio::test]
async fn r043_an_administrators_address_signs_in_on_every_brand_behind_a_travelers() {
    let mut identity = Harness::new().await;
    identity.seed_demo().await;
    let (blue, red) = (identity.guest("blue").await, identity.guest("red").await);
    let mut same_address = registration("ada");
    same_address.email = "admin@fareway.example".into();
    identity.client.register(blue.request(same_address)).await.unwrap();

    let traveler = identity.login(&blue, "admin@fareway.example", PASSWORD).await;
    let administrator = identity.login(&red, "admin@fareway.example", "admin-Fareway-2026").await;

    assert_eq!(identity.user(&traveler).await.as_deref(), Some("ada"));
    assert_eq!(identity.user(&administrator).await.as_deref(), Some("admin"));
}

#[tokio::test]
async fn r043_the_two_names_of_an_account_share_its_five_tries() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    mistype(&mut identity, &guest, "ada", 3).await;
    mistype(&mut identity, &guest, &address("ada"), 2).await;

    let right = answer(&mut identity, &guest, &address("ada"), PASSWORD).await;

    assert_eq!(right, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn r043_r011_no_limit_tells_that_two_names_are_of_one_account() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;

    let mut told = Vec::new();
    for (name, address) in [("ada", address("ada")), ("nobody", address("nobody"))] {
        mistype(&mut identity, &guest, name, TYPED_OFTEN).await;
        let answers = [
            answer(&mut identity, &guest, name, "wrong").await,
            answer(&mut identity, &guest, &address, "wrong").await,
        ];
        told.push(answers);
    }

    assert_eq!(told[0], ["TOO_MANY_ATTEMPTS", "INVALID_CREDENTIALS"]);
    assert_eq!(told[0], told[1]);
}

#[tokio::test]
async fn r043_r011_strangers_under_both_names_have_the_tries_of_one() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let names = ["ada".to_owned(), address("ada")];
    for n in 0..10 {
        let request = LoginRequest {
            username: names[n % 2].clone(),
            password: "wrong".into(),
            client_address: format!("203.0.113.{}", n / 5),
            ..LoginRequest::default()
        };
        identity.client.login(guest.request(request)).await.unwrap_err();
    }

    assert_eq!(answer(&mut identity, &guest, "ada", PASSWORD).await, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn r043_in_a_known_browser_signing_in_forgives_wrong_tries_under_the_other_name() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let known = identity.login(&guest, "ada", PASSWORD).await;
    mistype(&mut identity, &known, "ada", 4).await;

    let signed_in = identity.login(&known, &address("ada"), PASSWORD).await;

    mistype(&mut identity, &signed_in, "ada", TYPED_OFTEN).await;
}

#[tokio::test]
async fn r043_a_new_password_is_not_slowed_down_by_wrong_tries_under_both_names() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    mistype(&mut identity, &guest, "ada", 2).await;
    mistype(&mut identity, &guest, &address("ada"), 3).await;
    ask_for_reset(&mut identity, &guest, &address("ada")).await;
    let token = identity.mailed_token(&address("ada")).await;

    let owner = identity.reset_password(&guest, &token, OTHER_PASSWORD).await.unwrap();

    assert_eq!(answer(&mut identity, &owner, &address("ada"), OTHER_PASSWORD).await, "");
}

#[tokio::test]
async fn r043_nobody_takes_anothers_address_as_their_user_name() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let mut twin = registration("bob");
    twin.username = address("ada");

    let refused = identity.client.register(guest.request(twin)).await.unwrap_err();

    assert_eq!(code(&refused), "VALIDATION_ERROR");
}
