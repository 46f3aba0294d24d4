use std::error::Error;
use std::time::Duration;

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder, MultiPart, SinglePart};
use lettre::transport::smtp;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use secrecy::{ExposeSecret, SecretString};
use time::OffsetDateTime;

use crate::attachment::Attachment;
use crate::outbox::DueMail;
use crate::seal::Contents;

/// No such mailbox, not here, no such name, no mail at all (RFC 5321 4.2.3, RFC 7504).
const NO_SUCH_RECIPIENT: [&str; 4] = ["550", "551", "553", "556"];
/// Enhanced codes with which the same are said of the sender's address, or of what it may do (RFC 3463).
const OF_THE_SENDER: [&str; 3] = ["5.1.7", "5.1.8", "5.7."];
const TIMEOUT: Duration = Duration::from_secs(15);

/// How mail leaves this process.
#[derive(Debug, Clone, clap::Args)]
pub struct MailArgs {
    /// Mail server: smtp://[user:password@]host:port, smtps:// for TLS from the start. Not set: mail waits. A production
    /// system takes smtps:// or ?tls=required alone; a server on its own machine needs no TLS.
    #[arg(long, env = "SMTP_URL", value_name = "URL", hide_env_values = true, value_parser = usable)]
    pub smtp_url: Option<SecretString>,
    /// Sender of all mail.
    #[arg(
        long,
        env = "MAIL_FROM",
        default_value = "Fareway <no-reply@fareway.example>",
        value_name = "MAILBOX"
    )]
    pub mail_from: Mailbox,
}

impl MailArgs {
    /// The mail server, if one is set.
    pub(crate) fn server(&self) -> Option<SmtpServer> {
        let url = self.smtp_url.as_ref()?;
        Some(SmtpServer::at(url.expose_secret()).expect("it was read at start"))
    }
}

/// Refuses at start what is not the URL of a mail server: otherwise the first mail would fail.
fn usable(url: &str) -> Result<SecretString, smtp::Error> {
    SmtpServer::at(url)?;
    Ok(url.into())
}

/// A mail server.
pub(crate) struct SmtpServer(AsyncSmtpTransport<Tokio1Executor>);

/// Why a mail did not go out, without personal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub kind: String,
    /// Another attempt cannot help.
    pub is_permanent: bool,
}

impl SmtpServer {
    fn at(url: &str) -> Result<Self, smtp::Error> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?;
        Ok(Self(builder.timeout(Some(TIMEOUT)).build()))
    }

    pub(crate) async fn send(
        &self,
        mail: &DueMail,
        (contents, files): (Contents, Vec<Attachment>),
        from: &Mailbox,
        now: OffsetDateTime,
    ) -> Result<(), Failure> {
        let message = message(mail, contents, files, from, now)
            .ok_or_else(|| Failure { kind: "cannot be written as a mail".to_owned(), is_permanent: true })?;
        self.0.send(message).await.map_err(|error| Failure::of(&error))?;
        Ok(())
    }
}

impl Failure {
    /// The mail was sealed with another key. It waits, as the right one may be put back.
    pub(crate) fn sealed() -> Self {
        Self { kind: "cannot be opened".to_owned(), is_permanent: false }
    }

    pub(crate) fn of(error: &smtp::Error) -> Self {
        let kind = match error.status() {
            Some(status) => format!("refused with {status}"),
            None if error.is_timeout() => "timed out".to_owned(),
            None if error.is_tls() => "no TLS".to_owned(),
            None => "unreachable".to_owned(),
        };
        Self { kind, is_permanent: refuses_recipient(error) }
    }
}

/// Whether the server takes no mail for this recipient, ever. Any other refusal, such as 535 for a wrong password,
/// speaks of us: it can be put right, and the mail waits.
fn refuses_recipient(error: &smtp::Error) -> bool {
    let code = error.status().map(|status| status.to_string()).unwrap_or_default();
    let words = error.source().map(ToString::to_string).unwrap_or_default();
    NO_SUCH_RECIPIENT.contains(&code.as_str())
        && !OF_THE_SENDER.iter().any(|enhanced| words.starts_with(enhanced))
}

fn message(
    mail: &DueMail,
    contents: Contents,
    files: Vec<Attachment>,
    from: &Mailbox,
    now: OffsetDateTime,
) -> Option<Message> {
    let Contents { recipient, subject, text, html, unsubscribe, reply_to } = contents;
    let to = Mailbox::new(None, recipient.parse().ok()?);
    let name = mail.sender_name.clone().or(from.name.clone());
    let mut builder = Message::builder().from(Mailbox::new(name, from.email.clone())).to(to);
    if let Some(address) = reply_to.and_then(|address| address.parse().ok()) {
        builder = builder.reply_to(Mailbox::new(mail.sender_name.clone(), address));
    }
    if let Some(url) = unsubscribe {
        builder = with_one_click(builder, &url);
    }
    let builder = builder.subject(subject).date(now.into()).message_id(Some(format!(
        "<{}@{}>",
        mail.id,
        from.email.domain()
    )));
    let message = match (html, files.is_empty()) {
        (None, true) => builder.singlepart(SinglePart::plain(text)),
        (Some(html), true) => builder.multipart(MultiPart::alternative_plain_html(text, html)),
        (None, false) => {
            builder.multipart(with(files, MultiPart::mixed().singlepart(SinglePart::plain(text)))?)
        }
        (Some(html), false) => {
            let words = MultiPart::alternative_plain_html(text, html);
            builder.multipart(with(files, MultiPart::mixed().multipart(words))?)
        }
    };
    message.ok()
}

/// The two headers by which a mail program unsubscribes its reader with one POST (RFC 2369, RFC 8058).
fn with_one_click(builder: MessageBuilder, url: &str) -> MessageBuilder {
    let header = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
    builder
        .raw_header(header("List-Unsubscribe", format!("<{url}>")))
        .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()))
}

fn with(files: Vec<Attachment>, words: MultiPart) -> Option<MultiPart> {
    files.into_iter().try_fold(words, |whole, file| Some(whole.singlepart(file.into_part()?)))
}
