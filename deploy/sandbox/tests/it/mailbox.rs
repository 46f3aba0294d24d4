use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::harness::{Answer, Client, eventually, sandbox_with};

/// Says each line and answers with the codes that came back.
async fn converse(port: u16, lines: &[&str]) -> Vec<String> {
    let stream = eventually(async || TcpStream::connect(("127.0.0.1", port)).await.ok()).await;
    let mut stream = BufReader::new(stream);
    let mut codes = Vec::new();
    for line in [None].into_iter().chain(lines.iter().map(Some)) {
        if let Some(line) = line {
            stream.get_mut().write_all(format!("{line}\r\n").as_bytes()).await.unwrap();
        }
        loop {
            let mut answer = String::new();
            stream.read_line(&mut answer).await.unwrap();
            if answer.as_bytes()[3] == b' ' {
                codes.push(answer[..3].to_owned());
                break;
            }
        }
    }
    codes
}

async fn with_mail() -> (Client, u16) {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    (sandbox_with(&["--smtp-listen", &free.to_string()]).await, free.port())
}

#[tokio::test]
async fn mail_is_taken_over_smtp_and_shown_without_harm() {
    let (sandbox, port) = with_mail().await;
    let message =
        "From: Shop <shop@example.com>\r\nSubject: Your trip <b>\r\n\r\n..\r\nhttp://localhost/x\r\n.";

    let codes = converse(
        port,
        &["EHLO me", "MAIL FROM:<shop@example.com>", "RCPT TO:<a@example.com>", "DATA", message, "QUIT"],
    )
    .await;

    let page = async |path: &str| sandbox.http.get(format!("{}{path}", sandbox.base)).send().await.unwrap();
    let list = Answer::of(sandbox.http.get(format!("{}/mailbox.json", sandbox.base))).await.body;
    let shown = page("/mailbox/1").await;
    let policy = shown.headers()["content-security-policy"].to_str().unwrap().to_owned();
    let html = shown.text().await.unwrap();
    assert_eq!(codes, ["220", "250", "250", "250", "354", "250", "221"]);
    assert_eq!(list["messages"][0]["to"][0], "a@example.com");
    assert_eq!(list["messages"][0]["subject"], "Your trip <b>");
    assert_eq!(list["messages"][0]["text"], ".\r\nhttp://localhost/x\r\n");
    assert!(policy.starts_with("default-src 'none'"));
    assert!(html.contains("Your trip &lt;b&gt;") && html.contains(r#"<a href="http://localhost/x""#));
    assert!(page("/mailbox").await.text().await.unwrap().contains("Your trip &lt;b&gt;"));
}

#[tokio::test]
async fn the_files_of_a_mail_can_be_saved() {
    let (sandbox, port) = with_mail().await;
    let message = "Subject: Trip\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHello\r\n--x\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=\"<trip>.pdf\"\r\n\r\n%PDF\r\n--x--\r\n.";

    converse(port, &["MAIL FROM:<a@example.com>", "RCPT TO:<b@example.com>", "DATA", message, "QUIT"]).await;

    let get = async |path: &str| sandbox.http.get(format!("{}{path}", sandbox.base)).send().await.unwrap();
    let shown = get("/mailbox/1").await.text().await.unwrap();
    let link = r#"<a href="/mailbox/1/files/1">&lt;trip&gt;.pdf</a> (application/pdf, 1 kB)"#;
    assert!(shown.contains(link), "{shown}");
    let file = get("/mailbox/1/files/1").await;
    assert_eq!(file.headers()["content-disposition"], "attachment; filename=\"trip.pdf\"");
    assert_eq!(file.headers()["content-type"], "application/pdf");
    assert_eq!(file.text().await.unwrap(), "%PDF");
    for missing in ["/mailbox/1/files/0", "/mailbox/1/files/2", "/mailbox/2/files/1"] {
        assert_eq!(get(missing).await.status(), 404, "{missing}");
    }
}

#[tokio::test]
async fn mail_out_of_order_is_refused() {
    let (_sandbox, port) = with_mail().await;

    let codes =
        converse(port, &["RCPT TO:<a@example.com>", "DATA", "VRFY a", "MAIL FROM:nobody", "RSET", "QUIT"])
            .await;

    assert_eq!(codes, ["220", "503", "503", "502", "501", "250", "221"]);
}
