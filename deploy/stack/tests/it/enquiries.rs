//! What visitors write to a brand, from the form to its mailbox.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::system::on_the_system;
use crate::traveller::Traveller;

fn message(words: &str) -> Value {
    json!({
        "kind": "support", "email": "ada@traveller.example", "name": "Ada Byron", "subject": "A seat",
        "bookingReference": "QX7RZP", "message": words,
    })
}

/// Reads the mailbox until a mail holds the words.
async fn until_mailed(traveller: &Traveller, words: &str) -> Value {
    let mailed = async {
        loop {
            let mails = traveller.sandbox("/mailbox.json").await;
            let arrived = |mail: &&Value| mail["text"].as_str().is_some_and(|text| text.contains(words));
            if let Some(mail) = mails["messages"].as_array().unwrap().iter().find(arrived) {
                return mail.clone();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(testkit::patience(10), mailed).await.expect("the brand is told of an enquiry")
}

#[test]
fn r013_a_guests_message_reaches_the_brand_and_its_administrators_alone() {
    on_the_system(async |shared| {
        let (mut guest, mut admin) = (shared.traveller(), shared.traveller());
        let words = format!("May I have the window, {}?", Uuid::now_v7());
        let login = json!({ "username": "admin", "password": "admin-Fareway-2026" });
        assert_eq!(admin.post("/api/auth/login", login).await.status, StatusCode::OK);

        let sent = guest.post("/api/enquiries", message(&words)).await;
        let mail = until_mailed(&guest, &words).await;
        let listed = admin.get("/api/admin/enquiries?limit=1").await.body;
        let refused = guest.get("/api/admin/enquiries").await;

        assert_eq!(sent.status, StatusCode::ACCEPTED, "{sent:?}");
        assert_eq!(mail["to"], json!(["support@fareway.example"]));
        assert_eq!(
            (&listed["enquiries"][0]["message"], &listed["enquiries"][0]["brand"]),
            (&json!(words), &json!("default"))
        );
        assert_eq!((refused.status, refused.code()), (StatusCode::UNAUTHORIZED, "NOT_AUTHENTICATED"));
    });
}

#[test]
fn an_incomplete_message_names_its_fields_and_a_flood_of_them_ends() {
    on_the_system(async |shared| {
        let mut guest = shared.traveller();

        let incomplete = guest.post("/api/enquiries", message(" ")).await;
        for _ in 0..4 {
            guest.post("/api/enquiries", message(" ")).await;
        }
        let sixth = guest.post("/api/enquiries", message("Hello")).await;

        assert_eq!(
            (incomplete.status, incomplete.code()),
            (StatusCode::UNPROCESSABLE_ENTITY, "VALIDATION_ERROR")
        );
        assert_eq!(incomplete.body["errors"][0]["field"], "message");
        assert_eq!((sixth.status, sixth.code()), (StatusCode::TOO_MANY_REQUESTS, "RATE_LIMITED"));
    });
}
