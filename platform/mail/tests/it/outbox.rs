use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use mail::{Attachment, Cipher, Mail, MailArgs, Seal, Sender, enqueue, sender, withdraw, withdraw_about};
use sqlx::migrate::Migrator;
use testkit::{Log, MockClock, TestDb};
use time::macros::datetime;
use tokio::sync::Notify;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::server::MailServer;

pub static MIGRATOR: Migrator = sqlx::migrate!("tests/migrations");

#[derive(Parser)]
struct Settings {
    #[command(flatten)]
    mail: MailArgs,
}

/// A service with mail to send.
struct Post {
    db: TestDb,
    seal: Seal,
    clock: Arc<MockClock>,
    wake: Arc<Notify>,
    _stop_on_drop: DropGuard,
}

impl Post {
    async fn sending_to(url: &str) -> Self {
        Self::sealing(url, Seal::InClear).await
    }

    async fn sealing(url: &str, seal: Seal) -> Self {
        let db = TestDb::create(&MIGRATOR).await;
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        let wake = Arc::new(Notify::new());
        let stop = CancellationToken::new();
        let args = Settings::parse_from(["mail", "--smtp-url", url]).mail;
        tokio::spawn(sender(db.pool.clone(), args, seal.clone(), clock.clone(), wake.clone(), stop.clone()));
        Self { db, seal, clock, wake, _stop_on_drop: stop.drop_guard() }
    }

    async fn enqueue(&self, mail: &Mail) -> bool {
        self.enqueue_with(&self.seal, mail).await
    }

    async fn enqueue_with(&self, seal: &Seal, mail: &Mail) -> bool {
        let mut transaction = self.db.pool.begin().await.unwrap();
        let queued = enqueue(&mut transaction, seal, mail, datetime!(2026-03-01 12:00 UTC)).await.unwrap();
        transaction.commit().await.unwrap();
        self.wake.notify_one();
        queued
    }

    /// Waits until `condition` holds for the one row there is.
    async fn until(&self, condition: &'static str) {
        let holds = async {
            loop {
                let met: i64 = sqlx::query_scalar(condition).fetch_one(&self.db.pool).await.unwrap();
                if met == 1 {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(testkit::patience(20), holds).await.expect(condition);
    }

    /// But for the key that tells what the mail was about.
    async fn keeps_nothing_of(&self, words: &[&str]) {
        let rows = "select coalesce(string_agg(o::text, ' '), '') from mail_outbox o";
        let kept: String = sqlx::query_scalar(rows).fetch_one(&self.db.pool).await.unwrap();
        for word in words {
            assert!(!kept.contains(word), "{word} in {kept}");
        }
        assert!(kept.contains("trip/1"), "{kept}");
        self.until("select count(*) + 1 from mail_attachment").await;
    }

    async fn count(&self) -> i64 {
        sqlx::query_scalar("select count(*) from mail_outbox").fetch_one(&self.db.pool).await.unwrap()
    }

    fn later(&self, by: time::Duration) {
        self.clock.advance(by);
        self.wake.notify_one();
    }
}

fn mail() -> Mail {
    Mail {
        to: "ada@traveller.example".into(),
        subject: "Your trip".into(),
        text: "Bon voyage.".into(),
        html: None,
        attachments: Vec::new(),
        sender: None,
        not_before: None,
        useless_after: None,
        unsubscribe: None,
        dedupe_key: "trip/1".into(),
    }
}

const SENT: &str = "select count(*) from mail_outbox where sent_at is not null";
const FAILED_ONCE: &str = "select count(*) from mail_outbox where attempts = 1 and last_error is not null";
const GIVEN_UP: &str = "select count(*) from mail_outbox where gave_up_at is not null";

#[tokio::test]
async fn a_mail_goes_out_and_nothing_of_it_stays() {
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;

    post.enqueue(&mail()).await;
    post.until(SENT).await;

    let received = server.received();
    for part in ["To: ada@traveller.example", "Subject: Your trip", "Message-ID: <", "Bon voyage."] {
        assert!(received[0].contains(part), "{part} in {}", received[0]);
    }
    post.keeps_nothing_of(&["ada@traveller.example", "Your trip", "Bon voyage."]).await;
}

#[tokio::test]
async fn a_mail_that_has_time_goes_out_then_and_can_be_withdrawn_before() {
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;
    let later = Some(datetime!(2026-03-01 12:10 UTC));
    post.enqueue(&Mail { not_before: later, ..mail() }).await;
    post.enqueue(&Mail { not_before: later, dedupe_key: "trip/2".into(), ..mail() }).await;
    post.enqueue(&Mail { dedupe_key: "trip/3".into(), ..mail() }).await;
    post.until(SENT).await;

    let keys = ["trip/2".to_owned(), "trip/3".to_owned()];
    withdraw(&mut post.db.pool.acquire().await.unwrap(), &keys).await.unwrap();
    assert_eq!((post.count().await, server.received().len()), (2, 1), "what has been sent stays");
    post.later(time::Duration::minutes(10));

    post.until("select count(*) - 1 from mail_outbox where sent_at is not null").await;
    assert_eq!(server.received().len(), 2);
}

#[tokio::test]
async fn all_that_waits_about_a_thing_is_withdrawn_also_after_an_attempt_in_vain() {
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;
    post.enqueue(&Mail { dedupe_key: "trip/1/sent".into(), ..mail() }).await;
    post.until(SENT).await;
    server.refuse(Some("451 later"));
    post.enqueue(&Mail { dedupe_key: "trip/1/tried".into(), ..mail() }).await;
    post.until(FAILED_ONCE).await;
    let later = Some(datetime!(2026-03-01 12:10 UTC));
    for key in ["trip/1/waits", "trip/10/waits"] {
        post.enqueue(&Mail { not_before: later, dedupe_key: key.into(), ..mail() }).await;
    }

    let about = ["trip/1/".to_owned(), "trip/2/".to_owned()];
    withdraw_about(&mut post.db.pool.acquire().await.unwrap(), &about).await.unwrap();

    let left = sqlx::query_scalar("select dedupe_key from mail_outbox order by dedupe_key");
    let left: Vec<String> = left.fetch_all(&post.db.pool).await.unwrap();
    assert_eq!(left, ["trip/1/sent", "trip/10/waits"]);
}

#[tokio::test]
async fn a_mail_with_html_has_both_forms() {
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;

    post.enqueue(&Mail { html: Some("<p>Bon voyage.</p>".into()), ..mail() }).await;
    post.until(SENT).await;

    assert!(server.received()[0].contains("multipart/alternative"));
}

#[tokio::test]
async fn a_brand_signs_and_is_answered_and_the_operators_address_sends() {
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;
    let sender = Sender { name: "Northwind Travel".into(), reply_to: "help@blue.example".into() };

    post.enqueue(&Mail { sender: Some(sender), ..mail() }).await;
    post.until(SENT).await;

    let received = server.received().remove(0);
    assert!(received.contains("From: \"Northwind Travel\" <no-reply@fareway.example>"), "{received}");
    assert!(received.contains("Reply-To: \"Northwind Travel\" <help@blue.example>"), "{received}");
}

#[tokio::test]
async fn watch05_a_mail_that_can_be_unsubscribed_has_both_headers_and_another_has_none() {
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;
    let unsubscribe = Some("https://blue.example/api/watches/stop?token=t0k3n".parse().unwrap());

    post.enqueue(&Mail { unsubscribe, ..mail() }).await;
    post.until(SENT).await;
    post.keeps_nothing_of(&["t0k3n"]).await;
    post.enqueue(&Mail { dedupe_key: "trip/2".into(), ..mail() }).await;
    post.until("select count(*) - 1 from mail_outbox where sent_at is not null").await;

    let received = server.received();
    for header in [
        "\nList-Unsubscribe: <https://blue.example/api/watches/stop?token=t0k3n>\n",
        "\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n",
    ] {
        assert!(received[0].contains(header), "{header} in {}", received[0]);
    }
    assert!(!received[1].contains("List-Unsubscribe"), "{}", received[1]);
}

#[tokio::test]
async fn a_brand_without_an_address_is_answered_nowhere() {
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;
    let sender = Sender { name: "Blue".into(), reply_to: String::new() };

    post.enqueue(&Mail { sender: Some(sender), ..mail() }).await;
    post.until(SENT).await;

    assert!(!server.received()[0].contains("Reply-To"), "{}", server.received()[0]);
}

#[tokio::test]
async fn a_mail_whose_link_has_died_meanwhile_is_not_sent() {
    let (server, url) = MailServer::start().await;
    server.refuse(Some("451 later"));
    let post = Post::sending_to(&url).await;
    let useless_after = Some(datetime!(2026-03-01 12:30 UTC));
    post.enqueue(&Mail { useless_after, ..mail() }).await;
    post.until(FAILED_ONCE).await;

    server.refuse(None);
    post.later(time::Duration::minutes(30));
    post.until(GIVEN_UP).await;

    assert!(server.received().is_empty());
    post.until("select count(*) from mail_outbox where last_error = 'useless by now'").await;
    post.keeps_nothing_of(&["ada@traveller.example", "Bon voyage."]).await;
}

#[tokio::test]
async fn the_same_thing_is_told_once() {
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;

    let queued = [post.enqueue(&mail()).await, post.enqueue(&mail()).await];
    post.until(SENT).await;

    assert_eq!((queued, server.received().len()), ([true, false], 1));
}

#[tokio::test]
async fn a_mail_that_is_put_off_goes_out_a_minute_later() {
    let (server, url) = MailServer::start().await;
    server.refuse(Some("451 later, ada@traveller.example"));
    let post = Post::sending_to(&url).await;
    post.enqueue(&mail()).await;
    post.until(FAILED_ONCE).await;

    server.refuse(None);
    post.later(time::Duration::seconds(59));
    post.until("select count(*) from mail_outbox where attempts = 1 and sent_at is null").await;
    post.later(time::Duration::seconds(1));

    post.until(SENT).await;
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn a_mail_whose_attempts_leave_no_record_is_given_up_and_not_sent_for_ever() {
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;
    let mut transaction = post.db.pool.begin().await.unwrap();
    enqueue(&mut transaction, &post.seal, &mail(), datetime!(2026-03-01 12:00 UTC)).await.unwrap();
    sqlx::query("update mail_outbox set attempts = 12").execute(&mut *transaction).await.unwrap();
    transaction.commit().await.unwrap();
    post.wake.notify_one();

    post.until("select count(*) from mail_outbox where gave_up_at is not null").await;

    assert_eq!(server.received().len(), 0);
}

#[tokio::test]
async fn an_attempt_that_could_not_be_recorded_is_a_warning_in_its_span_that_names_the_mail() {
    const WARNING: &str = "the database failed under an attempt to send a mail";
    let log = Log::default();
    let _listens = tracing::subscriber::set_default(log.subscriber(tracing::Level::INFO));
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;
    let no_end = "alter table mail_outbox add constraint no_end_check check (sent_at is null)";
    sqlx::query(no_end).execute(&post.db.pool).await.unwrap();

    post.enqueue(&mail()).await;
    let warned = async {
        while !log.text().contains(WARNING) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(testkit::patience(20), warned).await.expect(WARNING);

    let id = sqlx::query_scalar("select id::text from mail_outbox");
    let id: String = id.fetch_one(&post.db.pool).await.unwrap();
    let text = log.text();
    let line = text.lines().find(|line| line.contains(WARNING)).unwrap();
    assert!(line.contains(&format!("mail.send{{mail.id={id}}}")), "{line}");
    assert_eq!(line.matches(&id).count(), 2, "its span and the line itself name it: {line}");
    assert!(!text.contains("the mail outbox cannot be read"), "{text}");
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn a_receiver_that_keeps_us_waiting_holds_up_no_other() {
    let (server, url) = MailServer::start().await;
    server.keep_waiting("slow@traveller.example");
    let post = Post::sending_to(&url).await;

    post.enqueue(&Mail { to: "slow@traveller.example".into(), dedupe_key: "slow".into(), ..mail() }).await;
    post.until("select count(*) from mail_outbox where attempts = 1").await;
    for trip in 2..8 {
        post.enqueue(&Mail { dedupe_key: format!("trip/{trip}"), ..mail() }).await;
    }

    // Long before the slow one's time is up.
    let sent =
        "select case when count(*) = 6 then 1 else 0 end::int8 from mail_outbox where sent_at is not null";
    tokio::time::timeout(testkit::patience(10), post.until(sent)).await.unwrap();
}

#[tokio::test]
async fn a_mail_that_is_refused_for_good_is_given_up_without_the_servers_words() {
    let (server, url) = MailServer::start().await;
    server.refuse(Some("550 no such person: ada@traveller.example"));
    let post = Post::sending_to(&url).await;

    let html = Some("<p>Bon voyage.</p>".into());
    post.enqueue(&Mail { html, attachments: vec![calendar()], ..mail() }).await;
    post.until(GIVEN_UP).await;

    post.until("select count(*) from mail_outbox where last_error = 'refused with 550'").await;
    post.keeps_nothing_of(&["ada@traveller.example", "Your trip", "Bon voyage."]).await;
}

#[tokio::test]
async fn a_mail_waits_while_the_server_refuses_its_sender() {
    for refusal in ["535 5.7.8 wrong password", "550 5.7.1 not allowed to send", "552 5.2.2 no room"] {
        let (server, url) = MailServer::start().await;
        server.refuse(Some(refusal));
        let post = Post::sending_to(&url).await;

        post.enqueue(&mail()).await;
        post.until("select count(*) from mail_outbox where last_error like 'refused with 5%'").await;
        server.refuse(None);
        post.later(time::Duration::minutes(1));

        post.until(SENT).await;
        assert_eq!(server.received().len(), 1, "{refusal}");
    }
}

fn calendar() -> Attachment {
    Attachment::new("trip.ics".into(), "text/calendar; charset=utf-8", b"BEGIN:VCALENDAR".into()).unwrap()
}

#[tokio::test]
async fn files_go_with_a_mail_and_stay_until_it_has_gone() {
    let (server, url) = MailServer::start().await;
    server.refuse(Some("451 later"));
    let post = Post::sending_to(&url).await;
    let paper = Attachment::new("trip.pdf".into(), "application/pdf", b"%PDF-1.7".into()).unwrap();
    let attachments = vec![paper, calendar()];
    post.enqueue(&Mail { html: Some("<p>Bon voyage.</p>".into()), attachments, ..mail() }).await;
    post.until(FAILED_ONCE).await;

    server.refuse(None);
    post.later(time::Duration::minutes(1));
    post.until(SENT).await;

    let received = server.received().remove(0);
    let parts = [
        "multipart/mixed",
        "multipart/alternative",
        "Bon voyage.",
        "application/pdf",
        "filename=\"trip.pdf\"",
        "filename=\"trip.ics\"",
        "BEGIN:VCALENDAR",
    ];
    for part in parts {
        assert!(received.contains(part), "{part} in {received}");
    }
    post.keeps_nothing_of(&["ada@traveller.example"]).await;
}

#[tokio::test]
async fn a_mail_of_text_alone_may_have_files_and_has_them_once_however_often_it_is_told() {
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;
    let mail = Mail { attachments: vec![calendar()], ..mail() };

    let queued = [post.enqueue(&mail).await, post.enqueue(&mail).await];
    post.until(SENT).await;

    assert_eq!(queued, [true, false]);
    assert_eq!(server.received()[0].matches("filename=\"trip.ics\"").count(), 1);
}

/// Stands for a real one: the name, then the octets turned over.
struct Turned(u8);

impl Cipher for Turned {
    fn encrypt(&self, name: &[u8], plain: &[u8]) -> anyhow::Result<Vec<u8>> {
        Ok(name.iter().copied().chain(plain.iter().map(|octet| octet ^ self.0)).collect())
    }

    fn decrypt(&self, name: &[u8], sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
        let sealed = sealed.strip_prefix(name).ok_or_else(|| anyhow::anyhow!("another name"))?;
        Ok(sealed.iter().map(|octet| octet ^ self.0).collect())
    }
}

fn sealed(key: u8) -> Seal {
    Seal::Encrypted(Arc::new(Turned(key)))
}

fn with_everything() -> Mail {
    Mail {
        html: Some("<p>Bon voyage.</p>".into()),
        attachments: vec![calendar(), calendar()],
        unsubscribe: Some("https://blue.example/api/watches/stop?token=t0k3n".parse().unwrap()),
        ..mail()
    }
}

#[tokio::test]
async fn a_sealed_mail_can_not_be_read_while_it_waits_and_goes_out_whole() {
    let (server, url) = MailServer::start().await;
    server.refuse(Some("451 later"));
    let post = Post::sealing(&url, sealed(0xff)).await;
    post.enqueue(&with_everything()).await;
    post.until(FAILED_ONCE).await;

    let rows = "select convert_to(o::text, 'utf8') || sealed from mail_outbox as o
        union all select content from mail_attachment";
    let kept: Vec<Vec<u8>> = sqlx::query_scalar(rows).fetch_all(&post.db.pool).await.unwrap();
    assert_eq!(kept.len(), 3);
    let kept = String::from_utf8_lossy(&kept.concat()).into_owned();
    for word in ["ada@traveller.example", "Your trip", "Bon voyage.", "VCALENDAR", "t0k3n"] {
        assert!(!kept.contains(word), "{word} in {kept}");
    }
    server.refuse(None);
    post.later(time::Duration::minutes(1));
    post.until(SENT).await;

    let received = server.received().remove(0);
    for part in ["To: ada@traveller.example", "Subject: Your trip", "<p>Bon voyage.</p>", "stop?token=t0k3n"]
    {
        assert!(received.contains(part), "{part} in {received}");
    }
    assert_eq!(received.matches("BEGIN:VCALENDAR").count(), 2, "{received}");
    post.until("select count(*) from mail_outbox where sealed is null").await;
    post.keeps_nothing_of(&["ada@traveller.example"]).await;
}

#[tokio::test]
async fn a_mail_that_was_written_in_clear_is_sent_by_a_service_that_seals() {
    let (server, url) = MailServer::start().await;
    let post = Post::sealing(&url, sealed(0xff)).await;

    post.enqueue_with(&Seal::InClear, &with_everything()).await;
    post.until(SENT).await;

    assert!(server.received()[0].contains("BEGIN:VCALENDAR"), "{}", server.received()[0]);
}

#[tokio::test]
async fn a_mail_that_can_not_be_opened_waits_and_is_not_sent() {
    for theirs in [Seal::InClear, sealed(0x0f)] {
        let (server, url) = MailServer::start().await;
        let post = Post::sealing(&url, theirs).await;

        post.enqueue_with(&sealed(0xff), &with_everything()).await;
        post.until("select count(*) from mail_outbox where last_error = 'cannot be opened'").await;

        post.until("select count(*) from mail_outbox where gave_up_at is null and sealed is not null").await;
        assert!(server.received().is_empty());
    }
}

#[tokio::test]
async fn what_was_sealed_for_one_mail_does_not_open_as_another() {
    let (server, url) = MailServer::start().await;
    server.refuse(Some("451 later"));
    let post = Post::sealing(&url, sealed(0xff)).await;
    post.enqueue(&mail()).await;
    post.until(FAILED_ONCE).await;

    let moved = "update mail_outbox set id = gen_random_uuid()";
    sqlx::query(moved).execute(&post.db.pool).await.unwrap();
    server.refuse(None);
    post.later(time::Duration::minutes(1));

    post.until("select count(*) from mail_outbox where attempts = 2 and last_error = 'cannot be opened'")
        .await;
    assert!(server.received().is_empty());
}

#[tokio::test]
async fn a_mail_is_forgotten_thirty_days_after_its_end() {
    let (server, url) = MailServer::start().await;
    let post = Post::sending_to(&url).await;
    post.enqueue(&mail()).await;
    post.until(SENT).await;
    server.refuse(Some("550 no such person"));
    post.enqueue(&Mail { dedupe_key: "trip/2".into(), ..mail() }).await;
    post.until(GIVEN_UP).await;

    post.later(time::Duration::days(30));
    post.enqueue(&Mail { dedupe_key: "trip/3".into(), ..mail() }).await;
    post.until("select count(*) from mail_outbox where gave_up_at > '2026-03-15'").await;
    assert_eq!(post.count().await, 3);
    post.later(time::Duration::hours(1));

    post.until("select count(*) from mail_outbox").await;
}

#[tokio::test]
async fn a_mail_server_that_is_away_delays_mail() {
    let (listener, address) = testkit::free_listener().await;
    drop(listener);
    let post = Post::sending_to(&format!("smtp://{address}")).await;

    post.enqueue(&mail()).await;

    post.until(FAILED_ONCE).await;
}

#[test]
fn the_tests_use_the_schema_that_services_copy() {
    let ours = include_str!("../migrations/20261101000000_create_mail_outbox.sql");

    assert_eq!(ours, include_str!("../../schema.sql"));
    let sender = include_str!("../migrations/20261121140000_add_mail_sender.sql");
    assert_eq!(sender, include_str!("../../sender.sql"));
    let attachment = include_str!("../migrations/20261122020000_create_mail_attachment.sql");
    assert_eq!(attachment, include_str!("../../attachment.sql"));
    let sealed = include_str!("../migrations/20261123210000_seal_mail.sql");
    assert_eq!(sealed, include_str!("../../sealed.sql"));
    let unsubscribe = include_str!("../migrations/20261127000000_add_unsubscribe_url_to_mail.sql");
    assert_eq!(unsubscribe, include_str!("../../unsubscribe.sql"));
}
