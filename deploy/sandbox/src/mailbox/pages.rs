//! The mailbox to look into: a list, a message, and JSON for tests.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::{File, Message};
use crate::Sandbox;

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/// A mail's own HTML: no script, no plug-in, no origin; its links open outside.
const MAIL_POLICY: &str = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";
const STYLE: &str = "
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a202c }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #e2e8f0; vertical-align: top }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem }
  dt { color: #4a5568 } dd { margin: 0 }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; border-top: 1px solid #e2e8f0; padding-top: 1rem }
  iframe { width: 100%; height: 40rem; border: 1px solid #e2e8f0 }
";

pub fn routes() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/mailbox", get(list))
        .route("/mailbox.json", get(list_json))
        .route("/mailbox/{id}", get(show))
        .route("/mailbox/{id}/html", get(show_html))
        .route("/mailbox/{id}/files/{number}", get(download))
}

async fn list_json(State(sandbox): State<Arc<Sandbox>>) -> Json<Value> {
    let messages = sandbox.mailbox.all();
    Json(json!({ "messages": messages.iter().map(Arc::as_ref).collect::<Vec<_>>() }))
}

async fn list(State(sandbox): State<Arc<Sandbox>>) -> Response {
    let messages = sandbox.mailbox.all();
    if messages.is_empty() {
        return page("Mailbox", "<h1>Mailbox</h1><p>No mail yet.</p>");
    }
    let mut rows = String::new();
    for message in messages {
        let Message { id, received_at, to, subject, .. } = &*message;
        let subject = if subject.is_empty() { "(no subject)" } else { subject };
        // Writing into a string can't fail.
        let _ = write!(
            rows,
            r#"<tr><td>{}</td><td>{}</td><td><a href="/mailbox/{id}">{}</a></td></tr>"#,
            received_at.strftime("%Y-%m-%d %H:%M:%S"),
            escaped(&to.join(", ")),
            escaped(subject)
        );
    }
    let table = format!(
        r#"<h1>Mailbox</h1><table><thead><tr><th scope="col">Received (UTC)</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>{rows}</tbody></table>"#
    );
    page("Mailbox", &table)
}

async fn show(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<u64>) -> Response {
    let Some(message) = sandbox.mailbox.get(id) else { return StatusCode::NOT_FOUND.into_response() };
    let subject = escaped(&message.subject);
    let html = message.html.as_ref().map_or_else(String::new, |_| {
        format!(r#"<h2>As HTML</h2><iframe src="/mailbox/{id}/html" title="The message as HTML"></iframe>"#)
    });
    let body = format!(
        r#"<p><a href="/mailbox">All mail</a></p><h1>{subject}</h1><dl><dt>From</dt><dd>{}</dd><dt>To</dt><dd>{}</dd><dt>Received</dt><dd>{} UTC</dd>{}</dl><pre>{}</pre>{html}"#,
        escaped(&message.from),
        escaped(&message.to.join(", ")),
        message.received_at.strftime("%Y-%m-%d %H:%M:%S"),
        files(&message),
        linked(&message.text)
    );
    page(&subject, &body)
}

async fn show_html(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<u64>) -> Response {
    match sandbox.mailbox.get(id).and_then(|message| message.html.clone()) {
        Some(html) => ([(header::CONTENT_SECURITY_POLICY, MAIL_POLICY)], Html(html)).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn files(message: &Message) -> String {
    let link = |(index, File { name, media_type, size, .. }): (usize, &File)| {
        let address = format!("/mailbox/{}/files/{}", message.id, index + 1);
        let about = format!("{}, {}", escaped(media_type), in_kilobytes(*size));
        format!(r#"<dt>File</dt><dd><a href="{address}">{}</a> ({about})</dd>"#, escaped(name))
    };
    message.attachments.iter().enumerate().map(link).collect()
}

fn in_kilobytes(size: usize) -> String {
    format!("{} kB", size.div_ceil(1000))
}

/// Always saved, never shown: a mail's file runs nothing here.
async fn download(State(sandbox): State<Arc<Sandbox>>, Path((id, number)): Path<(u64, usize)>) -> Response {
    let message = sandbox.mailbox.get(id);
    let Some(file) = message.as_ref().and_then(|it| it.attachments.get(number.checked_sub(1)?)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let is_safe = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
    let name: String = file.name.chars().filter(is_safe).collect();
    let headers = [
        (header::CONTENT_TYPE, file.media_type.clone()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    (headers, file.content.clone()).into_response()
}

/// `title` and `body` come escaped.
fn page(title: &str, body: &str) -> Response {
    let html = format!(
        r#"<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title><style>{STYLE}</style><main>{body}</main></html>"#
    );
    ([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(html)).into_response()
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// Escaped, with web addresses as links.
fn linked(text: &str) -> String {
    let word = |word: &str| {
        let address = word.trim_end();
        let safe = escaped(word);
        if address.starts_with("http://") || address.starts_with("https://") {
            let address = escaped(address);
            safe.replacen(&address, &format!(r#"<a href="{address}" rel="noreferrer">{address}</a>"#), 1)
        } else {
            safe
        }
    };
    text.split_inclusive(char::is_whitespace).map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_mail_becomes_markup_but_its_links() {
        let table = [
            ("<script>\"x\"</script>", "&lt;script&gt;&quot;x&quot;&lt;/script&gt;"),
            (
                "see https://example.com/?a=1&b='2'\nbye",
                "see <a href=\"https://example.com/?a=1&amp;b=&#39;2&#39;\" rel=\"noreferrer\">https://example.com/?a=1&amp;b=&#39;2&#39;</a>\nbye",
            ),
            ("javascript:alert(1)", "javascript:alert(1)"),
        ];
        for (text, html) in table {
            assert_eq!(linked(text), html);
        }
    }
}
