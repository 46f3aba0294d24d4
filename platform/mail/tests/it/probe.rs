use clap::Parser;
use mail::{MailArgs, check};
use proto::preflight::v1::{Line, State};

use crate::server::MailServer;

const SENDER: &str = "--mail-from=Blue <no-reply@blue.agency>";

#[derive(Debug, Parser)]
struct Settings {
    #[command(flatten)]
    mail: MailArgs,
}

async fn line(settings: &[&str]) -> Line {
    let args = Settings::parse_from([&["mail"], settings].concat()).mail;
    let line = check(&args).await;
    assert_eq!(line.state() == State::Passed, line.remedy.is_empty(), "{line:?}");
    assert!(!line.evidence.contains("no-reply") && !line.evidence.contains("secret"), "{line:?}");
    line
}

/// What a server that the mail can't leave by is said to have done.
async fn refusal(settings: &[&str]) -> String {
    let line = line(settings).await;
    assert_eq!((line.state(), line.is_required), (State::Failed, true), "{line:?}");
    line.evidence
}

#[tokio::test]
async fn a_server_that_takes_our_sender_passes_and_gets_no_mail() {
    let (server, url) = MailServer::start().await;

    assert_eq!(line(&["--smtp-url", &url, SENDER]).await.state(), State::Passed);
    assert!(server.received().is_empty());
}

#[tokio::test]
async fn mail_that_could_not_leave_stands_in_the_way_with_its_own_cause() {
    let (server, url) = MailServer::start().await;

    assert!(refusal(&[SENDER]).await.contains("SMTP_URL is not set"));
    assert!(refusal(&["--smtp-url", &url]).await.contains("nobody owns"), "the sender is the example's");
    let nobody = refusal(&["--smtp-url=smtp://127.0.0.1:1", SENDER]).await;
    assert!(nobody.starts_with("There is no connection"), "{nobody}");
    for tls in [url.replace("smtp://", "smtps://"), format!("{url}?tls=required")] {
        let none = refusal(&["--smtp-url", &tls, SENDER]).await;
        assert!(none.contains("agree on no TLS"), "{none}");
    }
    let with_password = url.replace("smtp://", "smtp://user:secret@");
    let none = refusal(&["--smtp-url", &with_password, SENDER]).await;
    assert!(none.contains("no sign-in by password"), "{none}");
    server.refuse_sender("550 5.7.1 not from you");
    let refused = refusal(&["--smtp-url", &url, SENDER]).await;
    assert_eq!(refused, "The mail server refuses a sender at blue.agency with 550.");
    server.refuse_sender("530 5.7.0 authentication required");
    assert!(refusal(&["--smtp-url", &url, SENDER]).await.contains("wants a sign-in"));
}

#[tokio::test]
async fn a_password_that_is_refused_is_told_from_a_sender_that_is() {
    let (server, url) = MailServer::start().await;
    server.refuse_sign_in("535 5.7.8 no");
    let with_password = url.replace("smtp://", "smtp://user:secret@");

    let refused = refusal(&["--smtp-url", &with_password, SENDER]).await;

    assert_eq!(refused, "The mail server refuses user and password with 535.");
}
