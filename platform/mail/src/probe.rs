//! Whether the mail server takes our sender, without a mail: greeting, TLS, sign-in and `MAIL FROM` (RFC 5321, 4.1.1).

use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::Mail;
use lettre::transport::smtp::extension::ClientId;
use proto::preflight::v1::Line;
use service::preflight::{Check, LONGEST_CHECK, bounded};
use url::{Url, form_urlencoded};

use crate::smtp::{Failure, MailArgs};

const MAIL: Check = Check::required("MAIL", "The mail server takes our sender");
/// Names that lead nowhere (RFC 2606): the default sender has one.
const NOBODYS: &str = ".example";
const PORTS: (u16, u16, u16) = (25, 587, 465);

/// The line about mail. Of the addresses only the sender's domain is told.
pub async fn check(args: &MailArgs, is_sandbox: bool) -> Line {
    if is_sandbox {
        return MAIL.of_sandbox();
    }
    let Some(server) = &args.smtp_url else {
        return MAIL.failed("SMTP_URL is not set: mail waits.", "Set SMTP_URL to your mail server.");
    };
    let domain = args.mail_from.email.domain().to_owned();
    if domain.ends_with(NOBODYS) {
        let evidence = format!("MAIL_FROM is at {domain}, which nobody owns.");
        return MAIL.failed(evidence, "Set MAIL_FROM to an address of your own domain.");
    }
    let (url, from) = (server.url().clone(), args.mail_from.clone());
    match bounded(async move { offer_sender(&url, from, LONGEST_CHECK).await }).await {
        None => MAIL.unanswered(),
        Some(Ok(())) => MAIL.passed(format!("It takes mail from {domain}.")),
        Some(Err(error)) => MAIL.failed(
            format!("The mail server answers: {}.", Failure::of(&error).kind),
            "Correct SMTP_URL and MAIL_FROM, and have the server allow this sender.",
        ),
    }
}

/// Goes as far as a mail does before it names a recipient, and leaves.
async fn offer_sender(url: &Url, from: Mailbox, within: Duration) -> Result<(), smtp::Error> {
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
    let parameters = TlsParameters::new(host.clone())?;
    let hello = match url.path().trim_matches('/') {
        "" => ClientId::default(),
        name => ClientId::Domain(name.to_owned()),
    };

    let server = (host.trim_matches(['[', ']']), url.port().unwrap_or(usual));
    let from_start = is_wrapped.then(|| parameters.clone());
    let mut connection =
        AsyncSmtpConnection::connect_tokio1(server, Some(within), &hello, from_start, None).await?;
    let may_upgrade = tls.as_deref() == Some("required") || connection.can_starttls();
    if !is_wrapped && tls.is_some() && may_upgrade {
        connection.starttls(parameters, &hello).await?;
    }
    if let Some(password) = url.password() {
        let credentials = Credentials::new(decoded(url.username()), decoded(password));
        connection.auth(DEFAULT_MECHANISMS, &credentials).await?;
    }
    connection.command(Mail::new(Some(from.email), Vec::new())).await?;
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
