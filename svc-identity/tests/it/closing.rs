//! A person's copy of their account, and its end.

use clap::Parser;
use prost::Message;
use proto::identity::v1::{
    CloseAccountRequest, CreateBookingAccountRequest, ExportAccountRequest, SetModeRequest, User, UserClosed,
};
use service::{Mode, Problem};
use svc_identity::AccountArgs;
use time::Duration;
use tonic::Status;

use crate::harness::{Browser, Harness, PASSWORD, address, code};
use crate::passwords::ask_for_reset;

const ADMIN_PASSWORD: &str = "admin-Fareway-2026";
const CLOSED: &str = "select count(*) from outbox where subject = 'user.closed'";

impl Harness {
    async fn close(&mut self, browser: &Browser, password: &str) -> Result<(), Status> {
        let request = CloseAccountRequest { current_password: password.into(), letterhead: None };
        self.client.close_account(browser.request(request)).await.map(|_| ())
    }

    /// A browser in which the user is signed in.
    async fn signed_in(&mut self, brand: &'static str, username: &str, password: &str) -> Browser {
        let guest = self.guest(brand).await;
        self.login(&guest, username, password).await
    }

    /// Every row of every table as text.
    pub async fn dump(&self) -> String {
        let tables: Vec<String> =
            sqlx::query_scalar("select tablename::text from pg_tables where schemaname = current_schema()")
                .fetch_all(&self.db.pool)
                .await
                .unwrap();
        let mut rows = Vec::new();
        for table in tables {
            let query = sqlx::AssertSqlSafe(format!("select to_jsonb(t)::text from \"{table}\" t"));
            rows.extend(sqlx::query_scalar::<_, String>(query).fetch_all(&self.db.pool).await.unwrap());
        }
        rows.join("\n")
    }

    fn named(&self, arguments: &[&str]) -> AccountArgs {
        let line =
            ["cli", "--database-url", self.db.url.as_str()].into_iter().chain(arguments.iter().copied());
        Cli::parse_from(line).args
    }
}

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: AccountArgs,
}

#[tokio::test]
async fn a_users_copy_has_profile_sessions_and_known_browsers_and_needs_the_password() {
    let mut identity = Harness::new().await;
    let registered = identity.register("blue", "ada").await;
    let ada = identity.signed_in("blue", "ada", PASSWORD).await;
    identity.later(Duration::minutes(5));
    identity.signed_in("blue", "ada", PASSWORD).await;
    identity.prove_mailbox("ada").await;
    let ask = |password: &str| ada.request(ExportAccountRequest { current_password: password.into() });

    let export = identity.client.export_account(ask(PASSWORD)).await.unwrap().into_inner();
    let guessed = identity.client.export_account(ask("guess")).await.unwrap_err();

    assert_eq!(export.user, Some(User { is_mailbox_proved: true, ..registered }));
    assert_eq!(export.mailbox_proved_at, "2026-03-01T12:00:00Z");
    let sessions: Vec<_> = export.sessions.iter().map(|session| session.is_current).collect();
    assert_eq!(sessions, [false, true], "the last seen first");
    assert_eq!(export.browsers_proved_at, ["2026-03-01T12:05:00Z", "2026-03-01T12:00:00Z"]);
    let problem = Problem::from_status(&guessed);
    assert_eq!(
        (problem.code.as_str(), problem.fields[0].field.as_str()),
        ("VALIDATION_ERROR", "currentPassword")
    );
    let guest = identity.guest("blue").await;
    let request = guest.request(ExportAccountRequest { current_password: PASSWORD.into() });
    assert_eq!(code(&identity.client.export_account(request).await.unwrap_err()), "NOT_AUTHENTICATED");
}

#[tokio::test]
async fn a_closed_account_is_gone_from_every_table_but_for_the_mail_that_says_so() {
    let mut identity = Harness::new().await;
    let user = identity.register("blue", "ada-canary").await;
    identity.prove_mailbox("ada-canary").await;
    let ada = identity.signed_in("blue", "ada-canary", PASSWORD).await;
    let other = identity.signed_in("blue", "ada-canary", PASSWORD).await;
    ask_for_reset(&mut identity, &ada, &address("ada-canary")).await;
    let link = identity.mailed_token(&address("ada-canary")).await;

    identity.close(&ada, PASSWORD).await.unwrap();

    for browser in [&ada, &other] {
        assert_eq!(identity.session(browser).await, None);
    }
    assert_eq!(
        code(&identity.try_login(&other, "ada-canary", PASSWORD).await.unwrap_err()),
        "INVALID_CREDENTIALS"
    );
    assert!(identity.reset_password(&ada, &link, "Another-Horse-9").await.is_err());
    let mails = identity.mails(&address("ada-canary")).await;
    assert!(mails.last().unwrap().contains("We closed your account as you asked"), "{mails:?}");
    assert!(mails.last().unwrap().contains("https://blue.example/trip"), "{mails:?}");
    sqlx::query("delete from mail_outbox").execute(&identity.db.pool).await.unwrap();
    let dump = identity.dump().await;
    assert!(!["canary", "Lovelace"].iter().any(|word| testkit::has_trace_of(word, &dump)), "{dump}");
    let payload: Vec<u8> = sqlx::query_scalar("select payload from outbox where subject = 'user.closed'")
        .fetch_one(&identity.db.pool)
        .await
        .unwrap();
    let told = UserClosed { user_id: user.id, brand: "blue".into() };
    assert_eq!(UserClosed::decode(payload.as_slice()).unwrap(), told);
}

#[tokio::test]
async fn a_wrong_password_closes_nothing_and_is_counted() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let ada = identity.signed_in("blue", "ada", PASSWORD).await;

    let mut codes = Vec::new();
    for _ in 0..6 {
        codes.push(code(&identity.close(&ada, "guess").await.unwrap_err()));
    }

    assert_eq!(codes.first().unwrap(), "VALIDATION_ERROR");
    assert_eq!(codes.last().unwrap(), "TOO_MANY_ATTEMPTS");
    assert_eq!(identity.user(&ada).await.as_deref(), Some("ada"));
    assert_eq!(identity.count(CLOSED).await, 0);
}

#[tokio::test]
async fn name_and_address_of_a_closed_account_are_free_and_the_new_account_is_another() {
    let mut identity = Harness::new().await;
    let before = identity.register("blue", "ada").await;
    let ada = identity.signed_in("blue", "ada", PASSWORD).await;
    identity.close(&ada, PASSWORD).await.unwrap();

    let after = identity.register("blue", "ada").await;

    assert_ne!(before.id, after.id);
    assert_eq!(identity.session(&ada).await, None);
}

#[tokio::test]
async fn a_stranger_whose_address_was_typed_is_told_of_a_closed_account_once_a_day() {
    let mut identity = Harness::new().await;
    for _ in 0..2 {
        identity.register("blue", "ada").await;
        let ada = identity.signed_in("blue", "ada", PASSWORD).await;
        identity.close(&ada, PASSWORD).await.unwrap();
    }

    assert_eq!(identity.mails(&address("ada")).await.len(), 1);
}

#[tokio::test]
async fn an_account_that_a_booking_made_is_closed_like_any_other() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;
    let request = CreateBookingAccountRequest {
        booking_id: "0199aaaa-0000-7000-8000-000000000001".into(),
        email: "ada@traveller.example".into(),
        first_name: "Ada".into(),
        last_name: "Lovelace".into(),
        answer_waits: true,
        session_id: guest.session_id.clone(),
        letterhead: None,
    };
    let made = identity.client.create_booking_account(guest.request(request)).await.unwrap().into_inner();
    let ada = guest.renewed(made.session_token);

    identity.close(&ada, &made.password).await.unwrap();

    assert_eq!(identity.session(&ada).await, None);
    assert_eq!(identity.session(&guest).await, None, "the guest's token opens nothing either");
    assert_eq!(identity.count("select count(*) from account").await, 0);
}

#[tokio::test]
async fn the_last_administrator_stays_and_of_one_who_changed_the_mode_the_id() {
    let mut identity = Harness::new().await;
    identity.seed_demo().await;
    let admin = identity.signed_in("blue", "admin", ADMIN_PASSWORD).await;
    let live = SetModeRequest {
        mode: Mode::Live.into(),
        flights_live_configured: true,
        cards_live_configured: true,
    };
    identity.client.set_mode(admin.request(live)).await.unwrap();

    let refused = identity.close(&admin, ADMIN_PASSWORD).await.unwrap_err();
    assert_eq!(code(&refused), "LAST_ADMINISTRATOR");
    assert_eq!(identity.user(&admin).await.as_deref(), Some("admin"));

    sqlx::query(
        "insert into account (id, username, email, first_name, last_name, password_hash, created_at)
        values (gen_random_uuid(), 'second', 'second@operator.example', '', '', '', now())",
    )
    .execute(&identity.db.pool)
    .await
    .unwrap();
    sqlx::query(
        "insert into second_factor (account_id, sealed_secret, last_step, enrolled_at)
        select id, '', 0, now() from account where username = 'admin'",
    )
    .execute(&identity.db.pool)
    .await
    .unwrap();
    identity.close(&admin, ADMIN_PASSWORD).await.unwrap();

    assert_eq!(identity.session(&admin).await, None);
    assert_eq!(identity.count("select count(*) from second_factor").await, 0);
    sqlx::query("delete from mail_outbox").execute(&identity.db.pool).await.unwrap();
    let kept = "select count(*) from mode_change join account on account.id = account_id
        where username = 'closed-' || account_id and email = username and first_name || last_name = ''";
    assert_eq!(identity.count(kept).await, 1);
    assert!(!identity.dump().await.contains("admin@"), "who it was is forgotten");
    assert_eq!(identity.count("select count(*) from account where brand is null").await, 1);
    assert_eq!(identity.count(CLOSED).await, 1);
}

#[tokio::test]
async fn an_operator_ends_the_sessions_of_the_user_that_they_name() {
    let mut identity = Harness::new().await;
    let user = identity.register("blue", "ada").await;
    identity.register("red", "ada").await;
    let red = identity.signed_in("red", "ada", PASSWORD).await;

    let (by_id, mut printed) = (format!("--user={}", user.id), Vec::new());
    for arguments in [
        ["--user=ada", "--brand=blue"].as_slice(),
        &["--user=ADA@traveller.example", "--brand=blue"],
        &[by_id.as_str()],
    ] {
        let ada = identity.signed_in("blue", "ada", PASSWORD).await;
        identity.named(arguments).end_sessions(&mut printed).await.unwrap();
        assert_eq!(identity.session(&ada).await, None, "{arguments:?}");
    }

    assert!(identity.session(&red).await.is_some(), "another brand's user of this name");
    assert!(String::from_utf8(printed).unwrap().contains(&user.id));
    for arguments in [["--user=ada"].as_slice(), &["--user=nobody", "--brand=blue"]] {
        let refused = identity.named(arguments).end_sessions(std::io::sink()).await.unwrap_err();
        assert!(refused.to_string().starts_with("no account has this name"), "{refused}");
    }
}

#[tokio::test]
async fn an_operator_closes_an_account_but_not_the_last_administrators() {
    let mut identity = Harness::new().await;
    identity.seed_demo().await;
    identity.register("blue", "ada").await;
    let ada = identity.signed_in("blue", "ada", PASSWORD).await;
    let clock = identity.clock.clone();

    identity.named(&["--user=ada", "--brand=blue"]).close(clock.as_ref(), std::io::sink()).await.unwrap();
    let refused = identity.named(&["--user=admin"]).close(clock.as_ref(), std::io::sink()).await.unwrap_err();

    assert_eq!(identity.session(&ada).await, None);
    assert_eq!(identity.count("select count(*) from account where username = 'ada'").await, 0);
    assert_eq!(identity.count(CLOSED).await, 1);
    assert_eq!(refused.to_string(), "nobody else could administer the system");
    assert_eq!(identity.count("select count(*) from account where username = 'admin'").await, 1);
}
