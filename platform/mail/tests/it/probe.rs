use clap::Parser;
use mail::{MailArgs, check};
use proto::preflight::v1::State;

use crate::server::MailServer;

const SENDER: &str = "--mail-from=Blue <no-reply@blue.agency>";

#[derive(Debug, Parser)]
struct Settings {
    #[command(flatten)]
    mail: MailArgs,
}

async fn state(settings: &[&str]) -> State {
    let args = Settings::parse_from([&["mail"], settings].concat()).mail;
    let line = check(&args, false).await;
    assert_eq!(line.state() == State::Passed, line.remedy.is_empty(), "{line:?}");
    assert!(!line.evidence.contains("no-reply") && !line.evidence.contains("secret"), "{line:?}");
    line.state()
}

#[tokio::test]
async fn a_server_that_takes_our_sender_passes_and_gets_no_mail() {
    let (server, url) = MailServer::start().await;

    assert_eq!(state(&["--smtp-url", &url, SENDER]).await, State::Passed);
    assert!(server.received().is_empty());
}

#[tokio::test]
async fn mail_that_could_not_leave_stands_in_the_way() {
    let (server, url) = MailServer::start().await;
    server.refuse_sender("550 5.7.1 not from you");

    assert_eq!(state(&[SENDER]).await, State::Failed, "no server is set");
    assert_eq!(state(&["--smtp-url", &url]).await, State::Failed, "the sender is the example's");
    assert_eq!(state(&["--smtp-url", &url, SENDER]).await, State::Failed, "the sender is refused");
    assert_eq!(state(&["--smtp-url=smtp://127.0.0.1:1", SENDER]).await, State::Failed, "nobody is there");
    let with_password = url.replace("smtp://", "smtp://user:secret@");
    assert_eq!(state(&["--smtp-url", &with_password, SENDER]).await, State::Failed, "it takes no password");
    let args = Settings::parse_from(["mail"]).mail;
    assert_eq!(check(&args, true).await.state(), State::Skipped, "of a sandbox it does not matter");
}
