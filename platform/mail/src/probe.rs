//! Whether the mail server takes our sender, without a mail: greeting, TLS, sign-in and `MAIL FROM` (RFC 5321, 4.1.1).

use std::error::Error;
use std::io::{self, ErrorKind};
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::Mail;
use lettre::transport::smtp::extension::ClientId;
use proto::preflight::v1::Line;
use secrecy::ExposeSecret;
use service::RESERVED_DOMAIN;
use service::preflight::{Check, LONGEST_CHECK, bounded};
use url::{Url, form_urlencoded};

use crate::smtp::MailArgs;

const MAIL: Check = Check::required("MAIL", "The mail server takes our sender").skip_if_sandbox();
const PORTS: (u16, u16, u16) = (25, 587, 465);
/// The server wants a sign-in (RFC 4954, 6).
const SIGN_IN_REQUIRED: &str = "530";

/// How far a mail would come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Connecting,
    Tls,
    SignIn,
    Sender,
}

/// Where a mail would get stuck, and why.
#[derive(Debug)]
struct ProbeFailure {
    at: Stage,
    error: smtp::Error,
}

/// The line about mail. It names no address, only the sender's domain.
pub async fn check(args: &MailArgs) -> Line {
    let url = args.smtp_url.as_ref().and_then(|url| Url::parse(url.expose_secret()).ok());
    let Some(url) = url else {
        return MAIL.failed("SMTP_URL is not set: mail waits.", "Set SMTP_URL to your mail server.");
    };
    let domain = args.mail_from.email.domain().to_owned();
    if domain.ends_with(RESERVED_DOMAIN) {
        let evidence = format!("MAIL_FROM is at {domain}, which nobody owns.");
        return MAIL.failed(evidence, "Set MAIL_FROM to an address of your own domain.");
    }
    let from = args.mail_from.clone();
    match bounded(async move { offer_sender(&url, from, LONGEST_CHECK).await }).await {
        None => MAIL.failed(
            "The mail server did not answer within five seconds.",
            "Let this service reach it; a server that begins with TLS wants smtps:// in SMTP_URL.",
        ),
        Some(Ok(())) => MAIL.passed(format!("It takes mail from {domain}.")),
        Some(Err(stuck)) => {
            let (evidence, remedy) = stuck.words(&domain);
            MAIL.failed(evidence, remedy)
        }
    }
}

impl ProbeFailure {
    fn cause(&self, otherwise: &str) -> String {
        of_connection(&self.error).map_or_else(|| otherwise.to_owned(), ToString::to_string)
    }

    /// What was seen, and what to do. Never the server's own words: they may repeat an address.
    fn words(&self, domain: &str) -> (String, &'static str) {
        let said = self.error.status().map(|status| status.to_string());
        match (self.at, said) {
            (_, None) if self.error.is_timeout() => (
                "The mail server did not answer in time.".to_owned(),
                "Let this service reach it: see host and port in SMTP_URL, and the firewall.",
            ),
            (Stage::Connecting, None) => (
                format!("There is no connection to the mail server: {}.", self.cause("it has no address")),
                "Correct host and port in SMTP_URL, or let this service reach them.",
            ),
            (Stage::Connecting, Some(status)) => (
                format!("The mail server turns this machine away with {status}."),
                "Have it allow this machine.",
            ),
            (Stage::Tls, _) => (
                format!("The mail server and we agree on no TLS: {}.", self.cause("it offers none")),
                "Correct its certificate, or how SMTP_URL begins TLS: smtps://, or smtp:// with ?tls=required.",
            ),
            (Stage::SignIn, Some(status)) => (
                format!("The mail server refuses user and password with {status}."),
                "Correct them in SMTP_URL, percent-encoded.",
            ),
            (Stage::SignIn, None) if self.error.is_client() => (
                "The mail server offers no sign-in by password on this connection.".to_owned(),
                "Use TLS (smtps://, or smtp:// with ?tls=required), or take user and password out of SMTP_URL.",
            ),
            (Stage::Sender, Some(status)) if status == SIGN_IN_REQUIRED => (
                "The mail server wants a sign-in (530).".to_owned(),
                "Put user and password into SMTP_URL, percent-encoded.",
            ),
            (Stage::Sender, Some(status)) => (
                format!("The mail server refuses a sender at {domain} with {status}."),
                "Have it allow MAIL_FROM for this user, or set MAIL_FROM to a sender that it allows.",
            ),
            (Stage::SignIn | Stage::Sender, None) => (
                "The connection to the mail server broke.".to_owned(),
                "Check again; the mail server's log says why.",
            ),
        }
    }
}

/// What the system or TLS says of a connection: of hosts and certificates, never of people.
fn of_connection(error: &smtp::Error) -> Option<&io::Error> {
    let mut source = error.source();
    while let Some(error) = source {
        if let Some(found) = error.downcast_ref() {
            return Some(found);
        }
        source = error.source();
    }
    None
}

/// To the client a failed handshake is a connection error, too. The kind of its cause sets it apart.
fn stage_of_connecting(error: &smtp::Error, is_wrapped: bool) -> Stage {
    const OF_A_HANDSHAKE: [ErrorKind; 2] = [ErrorKind::InvalidData, ErrorKind::UnexpectedEof];
    let breaks = |error: &io::Error| OF_A_HANDSHAKE.contains(&error.kind());
    let is_tls = is_wrapped && of_connection(error).is_some_and(breaks);
    if is_tls { Stage::Tls } else { Stage::Connecting }
}

/// Goes as far as a mail does before it names a recipient, and leaves.
async fn offer_sender(url: &Url, from: Mailbox, within: Duration) -> Result<(), ProbeFailure> {
    let at = |at: Stage| move |error: smtp::Error| ProbeFailure { at, error };
    let host = url.host_str().unwrap_or_default().to_owned();
    let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
    let (plain, submission, wrapped) = PORTS;
    let is_wrapped = url.scheme() == "smtps";
    let usual = if is_wrapped {
        wrapped
    } else if tls.is_some() {
        submission
    } else {
        plain
    };
    let parameters = TlsParameters::new(host.clone()).map_err(at(Stage::Tls))?;
    let hello = match url.path().trim_matches('/') {
        "" => ClientId::default(),
        name => ClientId::Domain(name.to_owned()),
    };

    let server = (host.trim_matches(['[', ']']), url.port().unwrap_or(usual));
    let from_start = is_wrapped.then(|| parameters.clone());
    let mut connection = AsyncSmtpConnection::connect_tokio1(server, Some(within), &hello, from_start, None)
        .await
        .map_err(|error| ProbeFailure { at: stage_of_connecting(&error, is_wrapped), error })?;
    let may_upgrade = tls.as_deref() == Some("required") || connection.can_starttls();
    if !is_wrapped && tls.is_some() && may_upgrade {
        connection.starttls(parameters, &hello).await.map_err(at(Stage::Tls))?;
    }
    if let Some(password) = url.password() {
        let credentials = Credentials::new(decoded(url.username()), decoded(password));
        connection.auth(DEFAULT_MECHANISMS, &credentials).await.map_err(at(Stage::SignIn))?;
    }
    connection.command(Mail::new(Some(from.email), Vec::new())).await.map_err(at(Stage::Sender))?;
    // The server has said what was asked; how it takes its leave changes nothing.
    let _left = connection.quit().await;
    Ok(())
}

/// Without the percent signs of a URL. Unlike in a form, a plus is a plus.
fn decoded(text: &str) -> String {
    let form = format!("={}", text.replace('+', "%2B").replace('&', "%26"));
    form_urlencoded::parse(form.as_bytes()).next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_read_as_it_was_before_it_stood_in_a_url() {
        for (written, meant) in [("a%40b", "a@b"), ("1+1&2=%3D", "1+1&2=="), ("", ""), ("%C3%BC", "ü")] {
            assert_eq!(decoded(written), meant);
        }
    }
}
