use proto::common::v1::Letterhead;
use proto::identity::v1::{ChangePasswordRequest, RequestPasswordResetRequest, ResetPasswordRequest};
use service::Problem;
use time::Duration;
use tonic::Code;

use crate::harness::{Browser, Harness, OTHER_PASSWORD, PASSWORD, address, code};
use crate::mailbox::WaitingMail;

fn change(current: &str, new: &str) -> ChangePasswordRequest {
    ChangePasswordRequest {
        current_password: current.into(),
        new_password: new.into(),
        ..ChangePasswordRequest::default()
    }
}

pub async fn ask_for_reset(identity: &mut Harness, browser: &Browser, email: &str) {
    let request =
        RequestPasswordResetRequest { email: email.into(), client_address: String::new(), letterhead: None };
    identity.client.request_password_reset(browser.request(request)).await.unwrap();
}

#[tokio::test]
async fn a_changed_password_ends_the_other_sessions() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let (one, other) = (identity.guest("blue").await, identity.guest("blue").await);
    let one = identity.login(&one, "ada", PASSWORD).await;
    let other = identity.login(&other, "ada", PASSWORD).await;

    let request = one.request(change(PASSWORD, OTHER_PASSWORD));
    let token = identity.client.change_password(request).await.unwrap().into_inner().session_token;

    assert_eq!(identity.session(&one).await, None, "a copy of the cookie ends as well");
    let renewed = one.renewed(token);
    assert_eq!(identity.user(&renewed).await.as_deref(), Some("ada"));
    assert_eq!(identity.session(&renewed).await.unwrap().id, one.session_id);
    assert_eq!(identity.session(&other).await, None);
    assert!(identity.try_login(&other, "ada", PASSWORD).await.is_err());
    assert!(identity.try_login(&other, "ada", OTHER_PASSWORD).await.is_ok());
}

/// Whether a link that was mailed before the password was changed works after it.
async fn outlives_change(identity: &mut Harness, username: &str) -> bool {
    let owner = identity.guest("blue").await;
    let signed_in = identity.login(&owner, username, PASSWORD).await;
    ask_for_reset(identity, &owner, &address(username)).await;
    let token = identity.mailed_token(&address(username)).await;
    identity.client.change_password(signed_in.request(change(PASSWORD, OTHER_PASSWORD))).await.unwrap();

    identity.reset_password(&owner, &token, PASSWORD).await.is_ok()
}

#[tokio::test]
async fn an_intruder_who_changes_the_password_leaves_the_owner_a_link_that_works() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;

    assert!(outlives_change(&mut identity, "ada").await);
}

#[tokio::test]
async fn a_changed_password_ends_the_links_in_a_mailbox_that_is_proved() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    identity.prove_mailbox("ada").await;

    assert!(!outlives_change(&mut identity, "ada").await);
}

#[tokio::test]
async fn s153_a_change_needs_the_current_password_and_a_strong_new_one() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;

    let table = [
        (change("", OTHER_PASSWORD), "Current password is required"),
        (change("wrong", OTHER_PASSWORD), "Current password is incorrect"),
        (change(PASSWORD, "Short-1"), "New password must be at least 12 characters"),
        (change(PASSWORD, "Password1234!"), "This password is too easy to guess. Please choose another one"),
        (
            change(PASSWORD, "Ada@traveller.example-1815"),
            "Password must not be your name, your e-mail address or the name of this site",
        ),
        (change(PASSWORD, PASSWORD), "New password must be another than the current one"),
    ];

    for (request, message) in table {
        let status = identity.client.change_password(ada.request(request)).await.unwrap_err();
        let problem = Problem::from_status(&status);
        assert_eq!((problem.code.as_str(), problem.message.as_str()), ("VALIDATION_ERROR", message));
    }
    assert!(identity.mails(&address("ada")).await.is_empty(), "nothing was changed");
}

#[tokio::test]
async fn who_holds_an_account_is_told_that_its_password_was_changed_and_what_to_do_if_it_was_not_him() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    identity.prove_mailbox("ada").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;
    let blue = Letterhead { name: "Blue & Sons".into(), ..Letterhead::default() };
    let request = ChangePasswordRequest { letterhead: Some(blue), ..change(PASSWORD, OTHER_PASSWORD) };

    identity.client.change_password(ada.request(request)).await.unwrap();

    let WaitingMail { subject, sender, text, .. } = identity.waiting_mails().await.remove(0);
    assert_eq!((subject.as_str(), sender.as_str()), ("Your password was changed", "Blue & Sons"));
    assert!(text.contains("The password for your account was changed"), "{text}");
    assert!(text.contains("https://blue.example/forgot-password"), "{text}");
    assert!(!text.contains(PASSWORD) && !text.contains(OTHER_PASSWORD), "{text}");
}

#[tokio::test]
async fn a_mailbox_that_is_not_proved_is_told_of_a_changed_password_with_a_link_to_another() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let intruder = identity.login(&guest, "ada", PASSWORD).await;
    identity.client.change_password(intruder.request(change(PASSWORD, OTHER_PASSWORD))).await.unwrap();

    ask_for_reset(&mut identity, &guest, &address("ada")).await;

    let mails = identity.mails(&address("ada")).await;
    assert!(mails.len() == 1 && mails[0].contains("The password for your account was changed"), "{mails:?}");
    let token = identity.mailed_token(&address("ada")).await;
    identity.later(Duration::days(1) - Duration::seconds(1));
    identity.reset_password(&guest, &token, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn an_administrator_is_sent_no_link_that_would_not_help_him() {
    let mut identity = Harness::new().await;
    identity.seed_demo().await;
    let guest = identity.guest("blue").await;
    let admin = identity.login(&guest, "admin", "admin-Fareway-2026").await;

    identity
        .client
        .change_password(admin.request(change("admin-Fareway-2026", OTHER_PASSWORD)))
        .await
        .unwrap();

    let text = identity.mails("admin@fareway.example").await.remove(0);
    assert!(text.contains("the operator of the booking system"), "{text}");
    assert!(!text.contains("http"), "{text}");
}

#[tokio::test]
async fn a_guest_has_no_password_to_change() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;

    let request = guest.request(change(PASSWORD, OTHER_PASSWORD));
    let status = identity.client.change_password(request).await.unwrap_err();

    assert_eq!((status.code(), status.message()), (Code::Unauthenticated, "Not authenticated"));
}

#[tokio::test]
async fn r011_a_forgotten_password_is_set_by_a_link_that_works_once() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let thief = identity.login(&guest, "ada", PASSWORD).await;
    let owner = identity.guest("blue").await;

    ask_for_reset(&mut identity, &owner, "Ada@traveller.example").await;
    let token = identity.mailed_token(&address("ada")).await;
    identity.reset_password(&owner, &token, OTHER_PASSWORD).await.unwrap();

    assert_eq!(identity.session(&thief).await, None);
    assert!(identity.try_login(&owner, "ada", PASSWORD).await.is_err());
    assert!(identity.try_login(&owner, "ada", OTHER_PASSWORD).await.is_ok());
    let again = identity.reset_password(&owner, &token, PASSWORD).await.unwrap_err();
    assert_eq!((again.code(), code(&again).as_str()), (Code::InvalidArgument, "TOKEN_INVALID"));
}

#[tokio::test]
async fn a_reset_tells_the_gateway_whose_password_was_set() {
    let mut identity = Harness::new().await;
    let ada = identity.register("blue", "ada").await;
    let owner = identity.guest("blue").await;
    ask_for_reset(&mut identity, &owner, &address("ada")).await;
    let request = ResetPasswordRequest {
        token: identity.mailed_token(&address("ada")).await,
        new_password: OTHER_PASSWORD.into(),
        brand_name: "Blue Horizon".into(),
        ..ResetPasswordRequest::default()
    };

    let reset = identity.client.reset_password(owner.request(request)).await.unwrap().into_inner();

    assert_eq!(reset.account_id, ada.id);
}

#[tokio::test]
async fn r011_who_has_to_wait_gets_in_with_the_password_that_a_link_has_set() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let owner = identity.guest("blue").await;
    for _ in 0..6 {
        identity.try_login(&owner, "ada", "wrong").await.unwrap_err();
    }
    ask_for_reset(&mut identity, &owner, &address("ada")).await;
    let token = identity.mailed_token(&address("ada")).await;

    let owner = identity.reset_password(&owner, &token, OTHER_PASSWORD).await.unwrap();

    assert!(identity.try_login(&owner, "ada", OTHER_PASSWORD).await.is_ok());
}

#[tokio::test]
async fn a_reset_link_expires_after_thirty_minutes_or_a_day_where_the_mailbox_is_not_proved() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    identity.register("blue", "bob").await;
    identity.prove_mailbox("ada").await;
    let owner = identity.guest("blue").await;

    let table = [
        ("ada", Duration::minutes(30), "within 30 minutes"),
        ("bob", Duration::hours(24), "within 24 hours"),
    ];
    for (name, lifetime, words) in table {
        ask_for_reset(&mut identity, &owner, &address(name)).await;
        let text = identity.mails(&address(name)).await.remove(0);
        assert!(text.contains(words), "{text}");
        let token = identity.mailed_token(&address(name)).await;
        // A password that is refused does not use the link up.
        identity.later(lifetime - Duration::seconds(1));
        let alive = identity.reset_password(&owner, &token, "weak").await.unwrap_err();
        identity.later(Duration::seconds(1));
        let dead = identity.reset_password(&owner, &token, OTHER_PASSWORD).await.unwrap_err();
        assert_eq!(
            (code(&alive).as_str(), code(&dead).as_str()),
            ("VALIDATION_ERROR", "TOKEN_INVALID"),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_weak_password_does_not_use_the_link_up() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let owner = identity.guest("blue").await;
    ask_for_reset(&mut identity, &owner, &address("ada")).await;
    let token = identity.mailed_token(&address("ada")).await;

    for weak in ["weak", "Password1234!", "Ada@traveller.example-1815", "1815! Blue Horizon"] {
        let refused = identity.reset_password(&owner, &token, weak).await;
        assert_eq!(refused.map_err(|status| code(&status)), Err("VALIDATION_ERROR".to_owned()), "{weak}");
    }
    identity.reset_password(&owner, &token, OTHER_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn setting_a_password_kills_every_other_link() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    identity.prove_mailbox("ada").await;
    let owner = identity.guest("blue").await;
    ask_for_reset(&mut identity, &owner, &address("ada")).await;
    let first = identity.mailed_token(&address("ada")).await;
    ask_for_reset(&mut identity, &owner, &address("ada")).await;
    let second = identity.mailed_token(&address("ada")).await;

    identity.reset_password(&owner, &second, OTHER_PASSWORD).await.unwrap();

    assert!(identity.reset_password(&owner, &first, PASSWORD).await.is_err());
}

#[tokio::test]
async fn nobody_learns_whether_an_address_has_an_account() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    identity.seed_demo().await;
    let guest = identity.guest("red").await;

    for email in ["nobody@traveller.example", &address("ada"), "admin@fareway.example"] {
        ask_for_reset(&mut identity, &guest, email).await;
        assert!(identity.mails(email).await.is_empty(), "{email} has no account of this brand");
    }
}
