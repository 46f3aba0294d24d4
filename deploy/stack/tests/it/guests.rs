//! Who has no account gets back to their trip by mail.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::system::on_the_system;
use crate::traveller::{GOOD_CARD, Traveller, booking};

/// The mail to the address whose text holds these words, once it has come in.
pub async fn mail_to(visitor: &Traveller, email: &str, words: &str) -> Value {
    let arrived = async {
        loop {
            let mailbox = visitor.sandbox("/mailbox.json").await;
            let mut mails = mailbox["messages"].as_array().unwrap().iter();
            let is_it =
                |mail: &&Value| mail["to"][0] == email && mail["text"].as_str().unwrap().contains(words);
            if let Some(mail) = mails.find(is_it) {
                return mail.clone();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(testkit::patience(30), arrived).await.expect("the mail comes in")
}

/// The token of the link that was mailed to the address when its account was made.
pub async fn confirmation_token(visitor: &Traveller, email: &str) -> String {
    let mail = mail_to(visitor, email, "/confirm-email#token=").await;
    let (_, rest) = mail["text"].as_str().unwrap().split_once("#token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

/// The token of the link that was mailed to the address.
pub async fn mailed_token(visitor: &Traveller, email: &str) -> String {
    let mail = mail_to(visitor, email, "You asked for a link").await;
    let (_, rest) = mail["text"].as_str().unwrap().split_once("#token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

#[test]
fn the_confirmation_comes_with_the_itinerary_and_the_calendar_and_names_the_tickets() {
    on_the_system(async |shared| {
        let mut guest = shared.traveller();
        let offer = guest.search("BOS", "LAX").await.remove(0);
        let paid = guest.pay(&offer, GOOD_CARD).await;
        let mut body = booking(&offer, &paid.body["paymentId"], &offer["price"]["amount"], &json!([]));
        let email = "documents@traveller.example";
        body["passengers"][0]["email"] = email.into();

        let booked = guest.post("/api/bookings", body).await.body;
        let path = format!("/api/bookings/{}", booked["id"].as_str().unwrap());
        let record = guest.get(&path).await.body;
        let data: Value = serde_json::from_str(record["bookingData"].as_str().unwrap()).unwrap();
        let ticket = data["passengers"][0]["ticket_numbers"][0].as_str().unwrap().to_owned();
        let mail = mail_to(&guest, email, "Your booking is confirmed").await;

        assert_eq!(ticket.len(), 13, "{ticket}");
        assert!(
            mail["text"].as_str().unwrap().contains(&ticket)
                && mail["html"].as_str().unwrap().contains(&ticket)
        );
        let reference = booked["duffelBookingId"].as_str().unwrap();
        let files: Vec<_> = mail["attachments"].as_array().unwrap().iter().collect();
        assert_eq!(files[0]["name"], format!("trip-{reference}.pdf"));
        assert_eq!(files[0]["media_type"], "application/pdf");
        assert_eq!(files[1]["name"], format!("trip-{reference}.ics"));
        assert_eq!(files[1]["media_type"], "text/calendar");
        assert!(files.iter().all(|file| file["size"].as_u64().is_some_and(|size| size > 500)), "{files:?}");
    });
}

#[test]
fn r010_r013_a_guest_opens_their_trip_by_a_mailed_link_and_cancels_it() {
    on_the_system(async |shared| {
        let mut guest = shared.traveller();
        let offer = guest.search("BOS", "LAX").await.remove(0);
        let paid = guest.pay(&offer, GOOD_CARD).await;
        let body = booking(&offer, &paid.body["paymentId"], &offer["price"]["amount"], &json!([]));
        let email = body["passengers"][0]["email"].as_str().unwrap().to_owned();
        let booked = guest.post("/api/bookings", body).await.body;
        let path = format!("/api/bookings/{}", booked["id"].as_str().unwrap());
        let (mut elsewhere, mut stranger) = (shared.traveller(), shared.traveller());

        let asked = json!({ "reference": booked["duffelBookingId"], "email": email.to_uppercase() });
        let answer = stranger.post("/api/guest-links", asked).await;
        let nobody = json!({ "reference": "NOBODY", "email": email });
        let unknown = stranger.post("/api/guest-links", nobody).await;
        assert_eq!((answer.status, &answer.body), (StatusCode::ACCEPTED, &unknown.body), "it tells nothing");
        let token = json!({ "token": mailed_token(&elsewhere, &email).await });
        let opened = elsewhere.post("/api/guest-links/open", token.clone()).await;
        let again = stranger.post("/api/guest-links/open", token).await;

        assert_eq!(opened.body["bookingId"], booked["id"], "{opened:?}");
        assert_eq!((again.status, again.code()), (StatusCode::UNPROCESSABLE_ENTITY, "TOKEN_INVALID"));
        assert_eq!(elsewhere.get(&path).await.body["status"], "confirmed");
        let documents = ["calendar.ics", "itinerary.pdf"].map(|name| format!("{path}/{name}"));
        for document in &documents {
            assert_eq!(elsewhere.get(document).await.status, StatusCode::OK, "{document}");
        }
        let others = [path.clone(), format!("{path}/cancellation")];
        for path in documents.into_iter().chain(others) {
            assert_eq!(stranger.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
        }
        let cancelled = elsewhere.post(&format!("{path}/cancel"), Value::Null).await;
        assert_eq!(cancelled.body["success"], true, "{cancelled:?}");
        assert_eq!(guest.get(&path).await.body["status"], "cancelled");
    });
}

#[test]
fn r004_a_trip_of_an_address_with_an_account_is_added_to_it_by_a_mailed_link_and_no_other_way() {
    on_the_system(async |shared| {
        let (mut guest, mut owner) = (shared.traveller(), shared.traveller());
        let email = "claims@traveller.example";
        let account = json!({
            "username": "claims", "email": email, "firstName": "Ada", "lastName": "Byron",
            "password": "Correct-Horse-7",
        });
        assert!(owner.post("/api/auth/register", account).await.status.is_success());
        let offer = guest.search("BOS", "LAX").await.remove(0);
        let paid = guest.pay(&offer, GOOD_CARD).await;
        let mut body = booking(&offer, &paid.body["paymentId"], &offer["price"]["amount"], &json!([]));
        body["passengers"][0]["email"] = email.into();
        let booked = guest.post("/api/bookings", body).await.body;
        let claim = format!("/api/bookings/{}/claim", booked["id"].as_str().unwrap());
        let login = json!({ "username": "claims", "password": "Correct-Horse-7" });

        let asked = json!({ "reference": booked["duffelBookingId"], "email": email });
        guest.post("/api/guest-links", asked).await;
        let token = mailed_token(&owner, email).await;
        let opened = owner.post("/api/guest-links/open", json!({ "token": token })).await;
        let signed_out = owner.post(&claim, Value::Null).await;
        owner.post("/api/auth/login", login.clone()).await;
        guest.post("/api/auth/login", login).await;
        let before = owner.get("/api/bookings").await.body;
        let by_booker = guest.post(&claim, Value::Null).await;
        let claimed = owner.post(&claim, Value::Null).await;

        assert_eq!(opened.body["bookingId"], booked["id"], "{opened:?}");
        assert_eq!((signed_out.status, before), (StatusCode::UNAUTHORIZED, json!([])));
        assert_eq!(by_booker.code(), "TOKEN_INVALID", "who booked has proved no mailbox");
        assert_eq!(claimed.body, json!({ "success": true, "passwordEnded": false }), "{claimed:?}");
        assert_eq!(owner.get("/api/bookings").await.body[0]["id"], booked["id"], "and is still signed in");
        assert_eq!(
            guest.get("/api/bookings").await.status,
            StatusCode::UNAUTHORIZED,
            "the first proof ends it"
        );
    });
}
