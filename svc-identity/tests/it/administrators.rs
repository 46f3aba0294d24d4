use proto::common::v1::Mode;
use proto::identity::v1::{
    GetLastModeChangeRequest, GetModeRequest, ModeChange, RefreshAdminRequest, SetModeRequest,
};
use time::Duration;
use tonic::{Code, Status};

use crate::harness::{Browser, Harness, PASSWORD, code};

const ADMIN_PASSWORD: &str = "admin-Fareway-2026";

fn go_live() -> SetModeRequest {
    SetModeRequest { mode: Mode::Live.into(), flights_live_configured: true, cards_live_configured: true }
}

impl Harness {
    async fn administrator(&mut self) -> Browser {
        self.seed_demo().await;
        let guest = self.guest("blue").await;
        self.login(&guest, "admin", ADMIN_PASSWORD).await
    }

    async fn set_mode(&mut self, browser: &Browser, request: SetModeRequest) -> Result<(), Status> {
        self.client.set_mode(browser.request(request)).await.map(|_| ())
    }

    async fn refresh(&mut self, browser: &Browser, password: &str) -> Result<(), Status> {
        self.step_up(browser, password).await.map(|_| ())
    }

    /// The browser with the token that it has afterwards.
    async fn step_up(&mut self, browser: &Browser, password: &str) -> Result<Browser, Status> {
        let request = RefreshAdminRequest { password: password.into(), ..RefreshAdminRequest::default() };
        let answer = self.client.refresh_admin(browser.request(request)).await?.into_inner();
        Ok(browser.renewed(answer.session_token))
    }

    async fn mode(&mut self, browser: &Browser) -> (Mode, i64) {
        let answer = self.client.get_mode(browser.request(GetModeRequest {})).await.unwrap().into_inner();
        (answer.mode(), answer.version)
    }
}

#[tokio::test]
async fn a_system_begins_in_test_mode() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;

    assert_eq!(identity.mode(&guest).await, (Mode::Test, 1));
}

#[tokio::test]
async fn r005_a_mode_change_is_written_down_told_and_mailed_in_one() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;

    identity.set_mode(&admin, go_live()).await.unwrap();

    assert_eq!(identity.mode(&admin).await, (Mode::Live, 2));
    let written = "select count(*) from mode_change join account on account.id = account_id
        where username = 'admin' and from_mode = 'test' and to_mode = 'live' and version = 2
            and changed_at = '2026-03-01 12:00+00'";
    assert_eq!(identity.count(written).await, 1);
    assert_eq!(identity.count("select count(*) from outbox where subject = 'system.mode'").await, 1);
    assert_eq!(identity.mails("admin@fareway.example").await.len(), 1);
}

#[tokio::test]
async fn r005_administrators_learn_who_changed_the_mode_last_and_when() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;
    let ask = || admin.request(GetLastModeChangeRequest {});

    let before = identity.client.get_last_mode_change(ask()).await.unwrap().into_inner().change;
    identity.set_mode(&admin, go_live()).await.unwrap();
    let after = identity.client.get_last_mode_change(ask()).await.unwrap().into_inner().change;
    let guest = identity.guest("blue").await;
    let refused =
        identity.client.get_last_mode_change(guest.request(GetLastModeChangeRequest {})).await.unwrap_err();

    assert_eq!(before, None);
    let expected = ModeChange {
        from: Mode::Test.into(),
        to: Mode::Live.into(),
        changed_by: "admin".into(),
        changed_at: "2026-03-01T12:00:00Z".into(),
    };
    assert_eq!(after, Some(expected));
    assert_eq!(code(&refused), "NOT_AUTHENTICATED");
}

#[tokio::test]
async fn r005_without_its_audit_row_no_mode_changes() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;
    sqlx::query("alter table mode_change add constraint broken check (version = 0)")
        .execute(&identity.db.pool)
        .await
        .unwrap();

    let status = identity.set_mode(&admin, go_live()).await.unwrap_err();

    assert_eq!(status.code(), Code::Internal);
    assert_eq!(identity.mode(&admin).await, (Mode::Test, 1));
    assert_eq!(identity.count("select count(*) from outbox where subject = 'system.mode'").await, 0);
}

#[tokio::test]
async fn r005_what_is_written_of_a_mode_change_is_neither_changed_nor_deleted() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;
    identity.set_mode(&admin, go_live()).await.unwrap();

    for statement in
        ["update mode_change set changed_at = now()", "delete from mode_change", "truncate mode_change"]
    {
        let error = sqlx::query(statement).execute(&identity.db.pool).await.unwrap_err();

        let refused = error.as_database_error().and_then(|error| error.constraint());
        assert_eq!(refused, Some("mode_change_written_once"), "{statement}");
    }
}

#[tokio::test]
async fn the_mode_that_holds_already_is_no_change() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;

    let request = SetModeRequest { mode: Mode::Test.into(), ..SetModeRequest::default() };
    identity.set_mode(&admin, request).await.unwrap();

    assert_eq!(identity.mode(&admin).await, (Mode::Test, 1));
    assert_eq!(identity.count("select count(*) from mode_change").await, 0);
}

#[tokio::test]
async fn r031_going_live_needs_live_keys_of_both() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;

    for (flights, cards) in [(true, false), (false, true), (false, false)] {
        let request =
            SetModeRequest { flights_live_configured: flights, cards_live_configured: cards, ..go_live() };
        let status = identity.set_mode(&admin, request).await.unwrap_err();
        assert_eq!((status.code(), code(&status).as_str()), (Code::FailedPrecondition, "NOT_CONFIGURED"));
    }
}

#[tokio::test]
async fn r005_only_administrators_change_the_mode() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;

    let refused = identity.set_mode(&guest, go_live()).await.unwrap_err();
    assert_eq!((refused.code(), code(&refused).as_str()), (Code::Unauthenticated, "NOT_AUTHENTICATED"));
    let ada = identity.login(&guest, "ada", PASSWORD).await;
    let refused = identity.set_mode(&ada, go_live()).await.unwrap_err();
    assert_eq!((refused.code(), code(&refused).as_str()), (Code::PermissionDenied, "FORBIDDEN"));
}

#[tokio::test]
async fn r005_ten_minutes_after_the_password_it_is_asked_for_again() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;

    identity.later(Duration::minutes(10));
    identity.refresh(&admin, "").await.unwrap();
    identity.later(Duration::seconds(1));

    for refused in [identity.refresh(&admin, "").await, identity.set_mode(&admin, go_live()).await] {
        let status = refused.unwrap_err();
        assert_eq!((status.code(), code(&status).as_str()), (Code::Unauthenticated, "REAUTH_REQUIRED"));
    }
    identity.refresh(&admin, ADMIN_PASSWORD).await.unwrap();
    identity.set_mode(&admin, go_live()).await.unwrap();
}

#[tokio::test]
async fn r005_a_copied_cookie_does_not_gain_what_the_password_opens() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;
    identity.later(Duration::minutes(11));

    let proved = identity.step_up(&admin, ADMIN_PASSWORD).await.unwrap();

    assert_ne!(proved.token, admin.token);
    assert_eq!(identity.session(&admin).await, None);
    let session = identity.session(&proved).await.unwrap();
    assert_eq!(session.id, admin.session_id, "what hangs on the session stays");
    assert!(session.user.unwrap().is_admin);
    identity.set_mode(&proved, go_live()).await.unwrap();
}

#[tokio::test]
async fn r005_without_the_password_the_token_stays() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;

    let same = identity.step_up(&admin, "").await.unwrap();

    assert_eq!(same.token, admin.token);
    assert!(identity.session(&admin).await.is_some());
}

#[tokio::test]
async fn of_two_step_ups_at_once_one_renews_the_token() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;
    let mut clients = [identity.client.clone(), identity.client.clone()];
    identity.later(Duration::minutes(1));

    let answers = futures::future::join_all(clients.iter_mut().map(|client| {
        let request =
            RefreshAdminRequest { password: ADMIN_PASSWORD.into(), ..RefreshAdminRequest::default() };
        client.refresh_admin(admin.request(request))
    }))
    .await;

    // One after the other, each renews it. At once, the later one leaves it.
    let tokens = answers.into_iter().map(|answer| answer.unwrap().into_inner().session_token);
    let mut alive = 0;
    for token in tokens.filter(|token| !token.is_empty()) {
        alive += usize::from(identity.session(&admin.renewed(token)).await.is_some());
    }
    assert_eq!(alive, 1);
}

#[tokio::test]
async fn a_wrong_password_refreshes_nothing() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;
    identity.later(Duration::minutes(11));

    let status = identity.refresh(&admin, "wrong").await.unwrap_err();

    assert_eq!(code(&status), "INVALID_CREDENTIALS");
    assert!(identity.set_mode(&admin, go_live()).await.is_err());
}

#[tokio::test]
async fn an_administrators_session_ends_after_half_an_hour_unused() {
    let mut identity = Harness::new().await;
    let admin = identity.administrator().await;

    identity.later(Duration::minutes(30));

    assert_eq!(identity.session(&admin).await, None);
    let status = identity.refresh(&admin, ADMIN_PASSWORD).await.unwrap_err();
    assert_eq!(code(&status), "NOT_AUTHENTICATED");
}
