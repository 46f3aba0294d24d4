//! The second factor of administrators.

mod keys;

use clap::Parser;
use proto::identity::v1::{
    BeginSecondFactorRequest, BeginSecondFactorResponse, ConfirmSecondFactorRequest,
    ConfirmSecondFactorResponse, ExportAccountRequest, GetSecondFactorRequest, RefreshAdminRequest,
    RefreshAdminResponse, RenewRecoveryCodesRequest, RenewRecoveryCodesResponse,
};
use service::Clock;
use svc_identity::{AccountArgs, CreateAdminArgs};
use time::Duration;
use tonic::{Response, Status};
use totp_rs::Totp;

use crate::harness::{Browser, Harness, PASSWORD, code};

const USERNAME: &str = "root";
const EMAIL: &str = "root@operator.example";
const STEP: Duration = Duration::seconds(30);

#[derive(Parser)]
struct CreateAdmin {
    #[command(flatten)]
    args: CreateAdminArgs,
}

#[derive(Parser)]
struct Account {
    #[command(flatten)]
    args: AccountArgs,
}

/// An authenticator app with one secret.
struct App(Totp);

impl App {
    fn scans(begun: &BeginSecondFactorResponse) -> Self {
        Self(Totp::from_url(&begun.uri).unwrap())
    }

    /// What it shows now, by the clock of the test.
    fn code(&self, identity: &Harness) -> String {
        let seconds = identity.clock.now().unix_timestamp();
        self.0.generate(u64::try_from(seconds).unwrap()).to_string()
    }

    /// What it shows in the next step: no code is accepted twice.
    fn next_code(&self, identity: &Harness) -> String {
        identity.later(STEP);
        self.code(identity)
    }
}

impl Harness {
    /// An administrator, signed in.
    async fn root(&mut self) -> Browser {
        let named = ["--username", USERNAME, "--email", EMAIL];
        let line = ["cli", "--database-url", self.db.url.as_str()].into_iter().chain(named);
        let args = CreateAdmin::parse_from(line).args;
        args.run(self.clock.as_ref(), PASSWORD.as_bytes(), std::io::sink()).await.unwrap();
        self.root_elsewhere().await
    }

    /// The same administrator, signed in in another browser.
    async fn root_elsewhere(&mut self) -> Browser {
        let guest = self.guest("blue").await;
        self.login(&guest, USERNAME, PASSWORD).await
    }

    async fn begin(&mut self, browser: &Browser, code: &str) -> Result<BeginSecondFactorResponse, Status> {
        let request = BeginSecondFactorRequest { password: PASSWORD.into(), code: code.into() };
        self.client.begin_second_factor(browser.request(request)).await.map(Response::into_inner)
    }

    async fn confirm_factor(
        &mut self,
        browser: &Browser,
        code: &str,
    ) -> Result<ConfirmSecondFactorResponse, Status> {
        let request = ConfirmSecondFactorRequest { code: code.into() };
        self.client.confirm_second_factor(browser.request(request)).await.map(Response::into_inner)
    }

    async fn renew(&mut self, browser: &Browser, code: &str) -> Result<RenewRecoveryCodesResponse, Status> {
        let request = RenewRecoveryCodesRequest { password: PASSWORD.into(), code: code.into() };
        self.client.renew_recovery_codes(browser.request(request)).await.map(Response::into_inner)
    }

    async fn prove(
        &mut self,
        browser: &Browser,
        password: &str,
        code: &str,
    ) -> Result<RefreshAdminResponse, Status> {
        let request = RefreshAdminRequest { password: password.into(), code: code.into() };
        self.client.refresh_admin(browser.request(request)).await.map(Response::into_inner)
    }

    /// When the second factor was set up, and how many recovery codes are left.
    async fn second_factor(&mut self, browser: &Browser) -> (String, u32) {
        let request = browser.request(GetSecondFactorRequest {});
        let known = self.client.get_second_factor(request).await.unwrap().into_inner();
        (known.enrolled_at, known.recovery_codes_left)
    }

    /// An administrator with a second factor: their browser, their app, and their recovery codes.
    async fn enrolled(&mut self) -> (Browser, App, Vec<String>) {
        let root = self.root().await;
        let app = App::scans(&self.begin(&root, "").await.unwrap());
        let code = app.code(self);
        let confirmed = self.confirm_factor(&root, &code).await.unwrap();
        (root.renewed(confirmed.session_token), app, confirmed.recovery_codes)
    }

    fn account_named(&self, user: &str) -> AccountArgs {
        Account::parse_from(["cli", "--database-url", self.db.url.as_str(), "--user", user]).args
    }
}

fn refused<T: std::fmt::Debug>(answer: Result<T, Status>) -> String {
    code(&answer.unwrap_err())
}

#[tokio::test]
async fn a_secret_counts_once_its_first_code_confirms_it() {
    let mut identity = Harness::new().await;
    let root = identity.root().await;
    assert_eq!(identity.second_factor(&root).await, (String::new(), 0));

    let begun = identity.begin(&root, "").await.unwrap();
    identity.prove(&root, PASSWORD, "").await.unwrap();
    let root = identity.root_elsewhere().await;
    assert_eq!(
        refused(identity.confirm_factor(&root, "000000").await),
        "SECOND_FACTOR_MISSING",
        "another session"
    );
    let begun_here = identity.begin(&root, "").await.unwrap();
    assert_ne!(begun.uri, begun_here.uri);
    let stale = App::scans(&begun).code(&identity);
    assert_eq!(refused(identity.confirm_factor(&root, &stale).await), "SECOND_FACTOR_INVALID");
    let code = App::scans(&begun_here).code(&identity);
    let confirmed = identity.confirm_factor(&root, &code).await.unwrap();

    let root = root.renewed(confirmed.session_token);
    assert_eq!(identity.second_factor(&root).await, ("2026-03-01T12:00:00Z".to_owned(), 10));
    assert_eq!(confirmed.recovery_codes.len(), 10);
    assert_eq!(
        refused(identity.confirm_factor(&root, &code).await),
        "SECOND_FACTOR_MISSING",
        "it works once"
    );
}

#[tokio::test]
async fn a_secret_that_is_not_confirmed_within_ten_minutes_is_forgotten() {
    let mut identity = Harness::new().await;
    let root = identity.root().await;
    let app = App::scans(&identity.begin(&root, "").await.unwrap());

    identity.later(Duration::minutes(10));

    let late = app.code(&identity);
    assert_eq!(refused(identity.confirm_factor(&root, &late).await), "SECOND_FACTOR_MISSING");
    identity.swept("select count(*) from second_factor_enrolment", 0).await;
}

#[tokio::test]
async fn r005_a_step_up_with_a_second_factor_needs_a_code_of_it() {
    let mut identity = Harness::new().await;
    let (root, app, _) = identity.enrolled().await;

    assert_eq!(refused(identity.prove(&root, "wrong", "").await), "INVALID_CREDENTIALS");
    assert_eq!(refused(identity.prove(&root, PASSWORD, "").await), "SECOND_FACTOR_REQUIRED");
    assert_eq!(refused(identity.prove(&root, PASSWORD, "000000").await), "SECOND_FACTOR_INVALID");
    let code = app.next_code(&identity);
    assert_eq!(refused(identity.prove(&root, "wrong", &code).await), "INVALID_CREDENTIALS");
    let proved = identity.prove(&root, PASSWORD, &code).await.unwrap();

    let root = root.renewed(proved.session_token);
    identity.prove(&root, "", "").await.unwrap();
    identity.later(Duration::minutes(11));
    assert_eq!(refused(identity.prove(&root, "", "").await), "REAUTH_REQUIRED");
}

#[tokio::test]
async fn r005_signing_in_with_the_password_alone_is_no_step_up_for_an_administrator_with_a_second_factor() {
    let mut identity = Harness::new().await;
    let (_, app, _) = identity.enrolled().await;

    let root = identity.root_elsewhere().await;

    assert_eq!(refused(identity.prove(&root, "", "").await), "REAUTH_REQUIRED");
    let code = app.next_code(&identity);
    let proved = identity.prove(&root, PASSWORD, &code).await.unwrap();
    identity.prove(&root.renewed(proved.session_token), "", "").await.unwrap();
}

#[tokio::test]
async fn setting_up_a_second_factor_ends_the_other_sessions_and_mails_a_notice() {
    let mut identity = Harness::new().await;
    let root = identity.root().await;
    let thief = identity.root_elsewhere().await;
    let app = App::scans(&identity.begin(&root, "").await.unwrap());
    let code = app.code(&identity);

    let confirmed = identity.confirm_factor(&root, &code).await.unwrap();

    assert_eq!(identity.user(&thief).await, None);
    assert_eq!(identity.user(&root).await, None, "a copy of the token ends as well");
    assert_eq!(identity.user(&root.renewed(confirmed.session_token)).await.as_deref(), Some(USERNAME));
    let mails = identity.mails(EMAIL).await;
    assert!(mails[0].contains("An authenticator app was set up"), "{mails:?}");
}

#[tokio::test]
async fn a_code_is_accepted_once_and_none_of_an_earlier_step_after_it() {
    let mut identity = Harness::new().await;
    let (root, app, _) = identity.enrolled().await;
    let confirmed_with = app.code(&identity);
    assert_eq!(refused(identity.prove(&root, PASSWORD, &confirmed_with).await), "SECOND_FACTOR_INVALID");

    let earlier = app.next_code(&identity);
    let later = app.next_code(&identity);
    identity.prove(&root, PASSWORD, &later).await.unwrap();

    let root = identity.root_elsewhere().await;
    for code in [later, earlier] {
        assert_eq!(refused(identity.prove(&root, PASSWORD, &code).await), "SECOND_FACTOR_INVALID");
    }
}

#[tokio::test]
async fn of_two_requests_with_the_same_code_one_is_accepted() {
    let mut identity = Harness::new().await;
    let (root, app, _) = identity.enrolled().await;
    let other = identity.root_elsewhere().await;
    let code = app.next_code(&identity);
    let request = || RefreshAdminRequest { password: PASSWORD.into(), code: code.clone() };
    let (mut one, mut two) = (identity.client.clone(), identity.client.clone());

    let answers =
        tokio::join!(one.refresh_admin(root.request(request())), two.refresh_admin(other.request(request())));

    assert_ne!(answers.0.is_ok(), answers.1.is_ok());
}

#[tokio::test]
async fn a_device_that_is_half_a_minute_late_is_believed() {
    let mut identity = Harness::new().await;
    let (root, app, _) = identity.enrolled().await;

    let code = app.next_code(&identity);
    identity.later(STEP);
    identity.prove(&root, PASSWORD, &code).await.unwrap();

    let root = identity.root_elsewhere().await;
    let code = app.next_code(&identity);
    identity.later(STEP * 2);
    assert_eq!(refused(identity.prove(&root, PASSWORD, &code).await), "SECOND_FACTOR_INVALID");
}

#[tokio::test]
async fn a_recovery_code_works_once_in_any_case_and_its_owner_is_mailed() {
    let mut identity = Harness::new().await;
    let (root, _, codes) = identity.enrolled().await;

    let proved = identity.prove(&root, PASSWORD, &codes[3].to_uppercase().replace('-', " ")).await.unwrap();

    assert!(proved.used_recovery_code);
    let root = root.renewed(proved.session_token);
    assert_eq!(refused(identity.prove(&root, PASSWORD, &codes[3]).await), "SECOND_FACTOR_INVALID");
    assert_eq!(identity.second_factor(&root).await.1, 9);
    let mails = identity.mails(EMAIL).await;
    assert!(
        mails.last().unwrap().contains("A recovery code of your administrator account was used. 9 are left.")
    );
}

#[tokio::test]
async fn a_recovery_code_is_kept_with_a_slow_hash_and_one_from_before_still_works_once() {
    let mut identity = Harness::new().await;
    let (root, _, codes) = identity.enrolled().await;
    let plain: Vec<_> = codes.iter().map(|code| code.replace('-', "")).collect();

    let fast: i64 = sqlx::query_scalar(
        "select count(*) from recovery_code where code_hash in (select sha256(c::bytea) from unnest($1::text[]) c)",
    )
    .bind(&plain)
    .fetch_one(&identity.db.pool)
    .await
    .unwrap();
    assert_eq!((fast, codes.len()), (0, 10));

    // As the release before kept them.
    sqlx::query(
        "insert into recovery_code (account_id, code_hash)
        select account_id, sha256('0123456789abcdef'::bytea) from second_factor",
    )
    .execute(&identity.db.pool)
    .await
    .unwrap();
    let proved = identity.prove(&root, PASSWORD, "0123-4567-89AB-CDEF").await.unwrap();
    assert!(proved.used_recovery_code);
    let root = root.renewed(proved.session_token);
    let again = identity.prove(&root, PASSWORD, "0123-4567-89AB-CDEF").await;
    assert_eq!(refused(again), "SECOND_FACTOR_INVALID");
}

#[tokio::test]
async fn new_recovery_codes_end_those_before() {
    let mut identity = Harness::new().await;
    let (root, app, before) = identity.enrolled().await;

    assert_eq!(refused(identity.renew(&root, "").await), "SECOND_FACTOR_REQUIRED");
    let code = app.next_code(&identity);
    let renewed = identity.renew(&root, &code).await.unwrap();

    assert!(!renewed.used_recovery_code);
    assert_eq!(refused(identity.prove(&root, PASSWORD, &before[0]).await), "SECOND_FACTOR_INVALID");
    identity.prove(&root, PASSWORD, &renewed.recovery_codes[0]).await.unwrap();
    let mails = identity.mails(EMAIL).await;
    assert!(mails.iter().any(|mail| mail.contains("New recovery codes were made")), "{mails:?}");
}

#[tokio::test]
async fn who_has_no_second_factor_gets_no_recovery_codes() {
    let mut identity = Harness::new().await;
    let root = identity.root().await;

    assert_eq!(refused(identity.renew(&root, "").await), "SECOND_FACTOR_MISSING");
}

#[tokio::test]
async fn a_device_is_replaced_with_a_code_of_the_one_before_or_a_recovery_code() {
    let mut identity = Harness::new().await;
    let (root, old, codes) = identity.enrolled().await;

    assert_eq!(refused(identity.begin(&root, "").await), "SECOND_FACTOR_REQUIRED");
    assert_eq!(refused(identity.begin(&root, "000000").await), "SECOND_FACTOR_INVALID");
    let begun = identity.begin(&root, &codes[0]).await.unwrap();
    assert!(begun.used_recovery_code);
    let still = old.next_code(&identity);
    let proved = identity.prove(&root, PASSWORD, &still).await.unwrap();
    let root = root.renewed(proved.session_token);
    let new = App::scans(&begun);
    let code = new.code(&identity);
    let confirmed = identity.confirm_factor(&root, &code).await.unwrap();

    let root = root.renewed(confirmed.session_token);
    let of_old = old.next_code(&identity);
    assert_eq!(refused(identity.prove(&root, PASSWORD, &of_old).await), "SECOND_FACTOR_INVALID");
    assert_eq!(refused(identity.prove(&root, PASSWORD, &codes[1]).await), "SECOND_FACTOR_INVALID");
    let of_new = new.code(&identity);
    identity.prove(&root, PASSWORD, &of_new).await.unwrap();
}

#[tokio::test]
async fn r011_wrong_codes_of_a_session_count_like_wrong_passwords() {
    let mut identity = Harness::new().await;
    let (root, app, _) = identity.enrolled().await;

    for _ in 0..5 {
        assert_eq!(refused(identity.prove(&root, PASSWORD, "000000").await), "SECOND_FACTOR_INVALID");
    }

    let code = app.next_code(&identity);
    assert_eq!(refused(identity.prove(&root, PASSWORD, &code).await), "TOO_MANY_ATTEMPTS");
}

#[tokio::test]
async fn r011_with_the_password_new_sessions_bring_no_new_guesses_at_the_code() {
    let mut identity = Harness::new().await;
    identity.enrolled().await;

    let mut told = Vec::new();
    for _ in 0..4 {
        let thief = identity.root_elsewhere().await;
        for _ in 0..3 {
            told.push(refused(identity.prove(&thief, PASSWORD, "000000").await));
        }
    }

    assert!(told[..5].iter().all(|code| code == "SECOND_FACTOR_INVALID"), "{told:?}");
    assert_eq!(told.last().unwrap(), "TOO_MANY_ATTEMPTS");
}

#[tokio::test]
async fn neither_secret_nor_codes_are_in_the_database() {
    let mut identity = Harness::new().await;
    let root = identity.root().await;
    let begun = identity.begin(&root, "").await.unwrap();
    let app = App::scans(&begun);
    let secret = app.0.secret();
    let as_letters = secret.to_base32();
    let as_bytes: Vec<_> = secret.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    let as_bytes = as_bytes.concat();
    let check = |dump: &str, codes: &[String]| {
        assert!(!testkit::has_trace_of(&as_letters, dump), "the secret as letters");
        assert!(!dump.contains(&as_bytes), "the secret as bytes");
        for code in codes.iter().flat_map(|code| [code.clone(), code.replace('-', "")]) {
            assert!(!testkit::has_trace_of(&code, dump), "a recovery code");
        }
    };

    check(&identity.dump().await, &[]);
    let code = app.code(&identity);
    let confirmed = identity.confirm_factor(&root, &code).await.unwrap();

    let dump = identity.dump().await;
    check(&dump, &confirmed.recovery_codes);
    assert!(testkit::has_trace_of(USERNAME, &dump), "the dump finds what is there");
}

#[tokio::test]
async fn neither_requests_nor_answers_show_a_code_where_they_are_logged() {
    let mut identity = Harness::new().await;
    let root = identity.root().await;
    let begun = identity.begin(&root, "").await.unwrap();
    let code = App::scans(&begun).code(&identity);
    let confirmed = identity.confirm_factor(&root, &code).await.unwrap();
    let renewal = RenewRecoveryCodesRequest { password: PASSWORD.into(), code: code.clone() };
    let renewed = RenewRecoveryCodesResponse {
        recovery_codes: confirmed.recovery_codes.clone(),
        used_recovery_code: false,
    };

    let shown = [
        format!("{begun:?}{confirmed:?}{renewal:?}{renewed:?}"),
        format!("{:?}", BeginSecondFactorRequest { password: PASSWORD.into(), code: code.clone() }),
        format!("{:?}", ConfirmSecondFactorRequest { code: code.clone() }),
    ]
    .concat();

    for secret in [&begun.uri, &code, &confirmed.recovery_codes[0], &confirmed.session_token] {
        assert!(!shown.contains(secret.as_str()), "{shown}");
    }
    assert!(!shown.contains(PASSWORD), "{shown}");
}

#[tokio::test]
async fn an_operator_removes_a_lost_second_factor_which_ends_the_sessions_and_is_mailed() {
    let mut identity = Harness::new().await;
    let (root, _, codes) = identity.enrolled().await;
    let (clock, mut printed) = (identity.clock.clone(), Vec::new());

    identity.account_named(USERNAME).remove_second_factor(clock.as_ref(), &mut printed).await.unwrap();

    assert!(
        String::from_utf8(printed).unwrap().ends_with("has no second factor any more, and no session.\n")
    );
    assert_eq!(identity.user(&root).await, None);
    let mails = identity.mails(EMAIL).await;
    assert!(mails.last().unwrap().contains("An operator removed the second factor"), "{mails:?}");
    let root = identity.root_elsewhere().await;
    assert_eq!(identity.second_factor(&root).await, (String::new(), 0));
    identity.prove(&root, PASSWORD, "").await.unwrap();
    assert_eq!(refused(identity.renew(&root, &codes[0]).await), "SECOND_FACTOR_MISSING");
    let again = identity.account_named(USERNAME).remove_second_factor(clock.as_ref(), std::io::sink()).await;
    assert_eq!(again.unwrap_err().to_string(), "this account has no second factor");
}

#[tokio::test]
async fn a_new_password_leaves_the_second_factor() {
    let mut identity = Harness::new().await;
    identity.enrolled().await;

    // The operator's way.
    let root = identity.root().await;

    assert_eq!(refused(identity.prove(&root, PASSWORD, "").await), "SECOND_FACTOR_REQUIRED");
}

#[tokio::test]
async fn a_second_factor_is_for_administrators_alone() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;

    assert_eq!(refused(identity.begin(&ada, "").await), "FORBIDDEN");
    assert_eq!(refused(identity.confirm_factor(&ada, "000000").await), "FORBIDDEN");
    assert_eq!(refused(identity.renew(&ada, "").await), "FORBIDDEN");
    let asked = identity.client.get_second_factor(ada.request(GetSecondFactorRequest {})).await;
    assert_eq!(refused(asked), "FORBIDDEN");
}

#[tokio::test]
async fn a_copy_of_the_account_says_since_when_it_has_a_second_factor() {
    let mut identity = Harness::new().await;
    let (root, _, _) = identity.enrolled().await;

    let request = ExportAccountRequest { current_password: PASSWORD.into() };
    let export = identity.client.export_account(root.request(request)).await.unwrap().into_inner();

    assert_eq!(export.second_factor_enrolled_at, "2026-03-01T12:00:00Z");
}
