use proto::identity::v1::{ListSessionsRequest, RevokeOtherSessionsRequest};
use time::Duration;
use tonic::Code;

use crate::harness::{Harness, PASSWORD, code};

#[tokio::test]
async fn r012_signing_in_keeps_the_session_and_kills_its_old_token() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;

    let signed_in = identity.login(&guest, "ada", PASSWORD).await;

    assert_eq!(signed_in.session_id, guest.session_id);
    assert_ne!(signed_in.token, guest.token);
    assert_eq!(identity.session(&guest).await, None);
    assert_eq!(identity.user(&signed_in).await.as_deref(), Some("ada"));
}

#[tokio::test]
async fn r012_for_a_minute_a_renewed_token_is_told_from_a_stranger() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;

    assert!(identity.is_overtaken(&guest).await);
    assert!(!identity.is_overtaken(&ada).await, "it has the session");
    assert!(!identity.is_overtaken(&guest.at("red")).await);
    let stranger = guest.renewed("made-up".into());
    assert!(!identity.is_overtaken(&stranger).await);
    identity.later(Duration::minutes(1));
    assert!(!identity.is_overtaken(&guest).await);
}

#[tokio::test]
async fn somebody_else_on_the_same_browser_gets_a_session_of_their_own() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    identity.register("blue", "bob").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;

    let bob = identity.login(&ada, "bob", PASSWORD).await;

    assert_ne!(bob.session_id, ada.session_id);
    assert_eq!(identity.session(&ada).await, None);
}

#[tokio::test]
async fn a_token_that_was_never_given_out_starts_nothing() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let mut fixed = identity.guest("blue").await;
    fixed.token = "chosen-by-somebody-else".into();

    let signed_in = identity.login(&fixed, "ada", PASSWORD).await;

    assert_ne!(signed_in.token, fixed.token);
    assert_eq!(identity.session(&fixed).await, None);
}

#[tokio::test]
async fn after_logout_the_token_is_worth_nothing() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;

    identity.logout(&ada).await;

    assert_eq!(identity.session(&ada).await, None);
}

#[tokio::test]
async fn r031_a_session_says_nothing_under_another_brand() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;

    assert_eq!(identity.session(&ada.at("red")).await, None);
    assert!(identity.session(&ada).await.is_some());
}

#[tokio::test]
async fn a_session_that_is_used_lasts_longer_than_thirty_days_but_not_for_ever() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;

    let mut alive = Vec::new();
    for _ in 0..4 {
        identity.later(Duration::days(29));
        alive.push(identity.session(&ada).await.is_some());
    }

    assert_eq!(alive, [true, true, true, false]);
}

#[tokio::test]
async fn a_session_that_is_not_used_ends_after_thirty_days() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;
    identity.session(&guest).await;

    identity.later(Duration::days(30));

    assert_eq!(identity.session(&guest).await, None);
}

#[tokio::test]
async fn of_visitors_who_never_come_back_nothing_is_left_after_an_hour() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let (back_at_once, back_later) = (identity.guest("blue").await, identity.guest("blue").await);
    let signed_in = identity.guest("blue").await;
    let signed_in = identity.login(&signed_in, "ada", PASSWORD).await;
    identity.session(&back_at_once).await;
    let mut gone = identity.guest("blue").await;
    for _ in 0..100 {
        gone = identity.guest("blue").await;
    }

    identity.later(Duration::minutes(44));
    assert!(identity.session(&back_later).await.is_some(), "who comes back within the hour is known");
    identity.later(Duration::minutes(16));
    identity.swept("select count(*) from session", 3).await;

    assert_eq!(identity.session(&gone).await, None);
    identity.later(Duration::days(29) - Duration::hours(1));
    for browser in [&back_at_once, &back_later, &signed_in] {
        assert!(identity.session(browser).await.is_some(), "a session that was used again lasts as before");
    }
}

#[tokio::test]
async fn a_wrong_name_and_a_wrong_password_are_told_alike() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;

    for (username, password) in [("ada", "wrong"), ("nobody", PASSWORD)] {
        let status = identity.try_login(&guest, username, password).await.unwrap_err();
        assert_eq!(
            (status.code(), status.message()),
            (Code::Unauthenticated, "Invalid username or password")
        );
        assert_eq!(code(&status), "INVALID_CREDENTIALS");
    }
}

#[tokio::test]
async fn no_token_and_no_password_is_stored() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;

    let rows: Vec<String> = sqlx::query_scalar("select s::text || a::text from session s, account a")
        .fetch_all(&identity.db.pool)
        .await
        .unwrap();

    assert!(!rows.is_empty());
    assert!(rows.iter().all(|row| !row.contains(&ada.token) && !row.contains(PASSWORD)));
}

#[tokio::test]
async fn owners_see_their_living_sessions_and_end_all_but_this_one() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let (old, other, this) =
        (identity.guest("blue").await, identity.guest("blue").await, identity.guest("blue").await);
    identity.login(&old, "ada", PASSWORD).await;
    identity.later(Duration::days(29));
    let other = identity.login(&other, "ada", PASSWORD).await;
    identity.later(Duration::days(1));
    let this = identity.login(&this, "ada", PASSWORD).await;

    let told = identity.client.list_sessions(this.request(ListSessionsRequest {})).await.unwrap();
    identity.client.revoke_other_sessions(this.request(RevokeOtherSessionsRequest {})).await.unwrap();

    let told: Vec<_> = told
        .into_inner()
        .sessions
        .into_iter()
        .map(|session| (session.device, session.seen_at, session.is_current))
        .collect();
    assert_eq!(
        told,
        [
            ("Firefox on Linux".to_owned(), "2026-03-31T12:00:00Z".to_owned(), true),
            ("Firefox on Linux".to_owned(), "2026-03-30T12:00:00Z".to_owned(), false),
        ]
    );
    assert_eq!(identity.user(&this).await.as_deref(), Some("ada"));
    assert_eq!(identity.session(&other).await, None);
}

#[tokio::test]
async fn a_guest_has_no_list_of_sessions() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;

    let listed = identity.client.list_sessions(guest.request(ListSessionsRequest {})).await.unwrap_err();
    let revoked = identity
        .client
        .revoke_other_sessions(guest.request(RevokeOtherSessionsRequest {}))
        .await
        .unwrap_err();

    assert_eq!((code(&listed).as_str(), code(&revoked).as_str()), ("NOT_AUTHENTICATED", "NOT_AUTHENTICATED"));
}
