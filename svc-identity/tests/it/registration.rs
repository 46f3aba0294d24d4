use proto::identity::v1::{LoginRequest, RegisterRequest};
use service::{Mode, Problem};
use tonic::Code;

use crate::harness::{Harness, NO_BROKER, PASSWORD, code, registration};

#[tokio::test]
async fn a_new_account_can_sign_in_and_is_not_signed_in_yet() {
    let mut identity = Harness::new().await;
    let browser = identity.guest("blue").await;

    let user =
        identity.client.register(browser.request(registration("ada"))).await.unwrap().into_inner().user;

    let user = user.unwrap();
    assert_eq!((user.username.as_str(), user.is_admin), ("ada", false));
    assert_eq!(user.created_at, "2026-03-01T12:00:00Z");
    assert_eq!(identity.user(&browser).await, None);
    let signed_in = identity.login(&browser, "ada", PASSWORD).await;
    assert_eq!(identity.user(&signed_in).await.as_deref(), Some("ada"));
}

#[tokio::test]
async fn s149_all_faults_are_told_at_once() {
    let mut identity = Harness::new().await;
    let browser = identity.guest("blue").await;
    let request = RegisterRequest { username: "ad".into(), password: "short".into(), ..registration("ada") };

    let status = identity.client.register(browser.request(request)).await.unwrap_err();

    let problem = Problem::from_status(&status);
    let messages: Vec<_> = problem.fields.iter().map(|field| field.message.as_str()).collect();
    assert_eq!(problem.code, "VALIDATION_ERROR");
    assert_eq!(
        messages,
        ["Username must be at least 3 characters", "Password must be at least 6 characters"]
    );
}

#[tokio::test]
async fn a_password_that_is_tried_first_makes_no_account() {
    let mut identity = Harness::new().await;
    let browser = identity.guest("blue").await;
    let common = "This password is too easy to guess. Please choose another one";
    let own = "Password must not be your name, your e-mail address or the name of this site";

    let table = [
        ("123456", common),
        ("      ", common),
        ("123456      ", common),
        ("1g2w3e4r", common),
        ("PassWord", common),
        ("skylark7", own),
        ("lovelace1815", own),
        ("Blue2026", own),
        ("blue horizon", own),
        ("horizon99", own),
        ("traveller7", own),
        ("Skylarkq4z", own),
    ];

    for (password, message) in table {
        let request = RegisterRequest { password: password.into(), ..registration("skylark") };
        let status = identity.client.register(browser.request(request)).await.unwrap_err();
        let problem = Problem::from_status(&status);
        let told: Vec<_> = problem.fields.iter().map(|it| (it.field.as_str(), it.message.as_str())).collect();
        assert_eq!(told, [("password", message)], "{password:?}");
    }
    let other = RegisterRequest { password: "xk4q9z".into(), ..registration("skylark") };
    assert!(identity.client.register(browser.request(other)).await.is_ok(), "six characters are enough");
}

/// What a new account with this password is told, in a mode.
async fn complaint(identity: &mut Harness, mode: Mode, password: &str) -> Option<String> {
    let browser = identity.guest("blue").await;
    let request = RegisterRequest { password: password.into(), ..registration("ada") };
    let answer = identity.client.register(browser.request_in(mode, request)).await;
    answer.err().map(|status| Problem::from_status(&status).message)
}

#[tokio::test]
async fn c009_a_live_system_asks_twelve_characters_of_a_new_account() {
    let mut identity = Harness::new().await;

    let live = complaint(&mut identity, Mode::Live, "eleven char").await;
    let test = complaint(&mut identity, Mode::Test, "xk4q9z").await;

    assert_eq!(live.as_deref(), Some("Password must be at least 12 characters"));
    assert_eq!(test, None);
    let browser = identity.guest("blue").await;
    let request = browser.request_in(
        Mode::Live,
        LoginRequest { username: "ada".into(), password: "xk4q9z".into(), ..Default::default() },
    );
    assert!(identity.client.login(request).await.is_ok(), "an account from before keeps its password");
}

#[tokio::test]
async fn c009_a_live_system_may_keep_to_six_characters() {
    let settings = ["--nats-url", NO_BROKER, "--strict-live-registration", "false"];
    let mut identity = Harness::with_settings(&settings).await;

    assert_eq!(complaint(&mut identity, Mode::Live, "xk4q9z").await, None);
}

#[tokio::test]
async fn a_name_and_an_address_belong_to_one_account_whatever_their_case() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let browser = identity.guest("blue").await;

    let table = [
        (RegisterRequest { username: "ADA".into(), ..registration("bob") }, "USERNAME_TAKEN"),
        (RegisterRequest { email: "Ada@Traveller.example".into(), ..registration("bob") }, "EMAIL_TAKEN"),
    ];

    for (request, expected) in table {
        let status = identity.client.register(browser.request(request)).await.unwrap_err();
        assert_eq!((status.code(), code(&status).as_str()), (Code::AlreadyExists, expected));
    }
}

#[tokio::test]
async fn r031_accounts_of_two_brands_know_nothing_of_each_other() {
    let mut identity = Harness::new().await;
    let blue = identity.register("blue", "ada").await;
    let red = identity.register("red", "ada").await;

    let at_blue = identity.guest("blue").await;
    let at_blue = identity.login(&at_blue, "ada", PASSWORD).await;

    assert_ne!(blue.id, red.id);
    assert_eq!(identity.session(&at_blue).await.unwrap().user.unwrap().id, blue.id);
    let at_green = identity.guest("green").await;
    assert!(identity.try_login(&at_green, "ada", PASSWORD).await.is_err());
}

#[tokio::test]
async fn nobody_takes_an_administrators_name() {
    let mut identity = Harness::new().await;
    identity.seed_demo().await;
    let browser = identity.guest("blue").await;

    let status = identity.client.register(browser.request(registration("Admin"))).await.unwrap_err();

    assert_eq!(code(&status), "USERNAME_TAKEN");
}
