//! Sealed mails and their files, as they are walked when they are sealed anew.

use mail::{Attachment, Mail, Seal, WaitingFiles, WaitingMails, enqueue};
use service::sealing::{SealedColumn, Sealer};
use testkit::TestDb;
use time::macros::datetime;
use uuid::Uuid;

use crate::outbox::MIGRATOR;

fn sealer() -> Sealer {
    let key = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";
    Sealer::new("PII_KEY", &key.into(), None).unwrap()
}

fn mail(dedupe_key: &str, files: usize) -> Mail {
    let file = Attachment::new("trip.ics".into(), "text/calendar", b"BEGIN:VCALENDAR".to_vec()).unwrap();
    Mail {
        to: "ada@traveller.example".into(),
        subject: "Your trip".into(),
        text: "Bon voyage.".into(),
        html: None,
        attachments: vec![file; files],
        sender: None,
        not_before: None,
        useless_after: None,
        unsubscribe: None,
        dedupe_key: dedupe_key.into(),
    }
}

/// A mail in clear with a file, and then a sealed one with two.
async fn two_mails() -> TestDb {
    let db = TestDb::create(&MIGRATOR).await;
    let mut connection = db.pool.acquire().await.unwrap();
    let now = datetime!(2026-03-01 12:00 UTC);
    let sealed = Seal::under(sealer());
    enqueue(&mut connection, &Seal::InClear, &mail("in clear", 1), now).await.unwrap();
    enqueue(&mut connection, &sealed, &mail("sealed", 2), now).await.unwrap();
    drop(connection);
    db
}

#[tokio::test]
async fn sealed_mails_and_their_files_open_by_their_names_and_those_in_clear_are_passed_over() {
    let db = two_mails().await;
    let (mails, files) = (WaitingMails(db.pool.clone()), WaitingFiles(db.pool.clone()));

    let mails = mails.after(&Uuid::nil(), 10).await.unwrap();
    let files = files.after(&(Uuid::nil(), 0), 10).await.unwrap();

    let is_sealed: Vec<_> = mails.iter().map(|row| row.sealed.is_some()).collect();
    assert_eq!(is_sealed, [false, true]);
    assert!(sealer().open(&mails[1].name, mails[1].sealed.as_ref().unwrap()).is_ok());
    let keys: Vec<_> = files.iter().map(|row| (row.key, row.sealed.is_some())).collect();
    let [in_clear, sealed] = [mails[0].key, mails[1].key];
    assert_eq!(keys, [((in_clear, 1), false), ((sealed, 1), true), ((sealed, 2), true)]);
    for row in &files[1..] {
        assert_eq!(sealer().open(&row.name, row.sealed.as_ref().unwrap()).unwrap(), b"BEGIN:VCALENDAR");
    }
}

#[tokio::test]
async fn a_walk_goes_on_behind_a_key_and_replaces_only_what_it_has_read() {
    let db = two_mails().await;
    let (mails, files) = (WaitingMails(db.pool.clone()), WaitingFiles(db.pool.clone()));
    let mail = mails.after(&Uuid::nil(), 10).await.unwrap().remove(1);
    let last_file = files.after(&(mail.key, 1), 10).await.unwrap().remove(0);

    assert_eq!(last_file.key, (mail.key, 2));
    assert!(mails.after(&mail.key, 10).await.unwrap().is_empty());
    assert!(files.after(&last_file.key, 10).await.unwrap().is_empty());
    assert_eq!(mails.after(&Uuid::nil(), 1).await.unwrap().len(), 1);

    for is_replaced in [true, false] {
        let mail = mails.replace(&mail.key, mail.sealed.as_ref().unwrap(), b"new").await.unwrap();
        let file = files.replace(&last_file.key, last_file.sealed.as_ref().unwrap(), b"new").await.unwrap();
        assert_eq!((mail, file), (is_replaced, is_replaced));
    }
}
