//! What a person may do about their data: take a copy, and close the account. Then nothing of it is left in clear,
//! neither in a table nor at the broker.

use std::time::Duration;

use async_nats::ConnectOptions;
use futures::TryStreamExt;
use reqwest::StatusCode;
use serde_json::{Value, json};
use servers::LOCAL_PASSWORD;
use sqlx::{Connection, PgConnection};

use crate::guests::{confirmation_token, mail_to, mailed_token};
use crate::system::on_the_system;
use crate::traveller::{GOOD_CARD, Traveller, booking, search_path};
use crate::watches::ask_to_watch;

/// In the user name, the address and every name that the test types.
const CANARY: &str = "zqcanary";
const EMAIL: &str = "zqcanary@traveller.example";
const PASSWORD: &str = "Correct-Horse-7";
const PASSPORT: &str = "ZQ7654321";
const PATIENCE_S: u64 = 30;

/// Every row of every table, as text.
pub async fn dump(traveller: &Traveller) -> String {
    let mut database = PgConnection::connect(&traveller.at.database).await.unwrap();
    let tables: Vec<(String, String)> = sqlx::query_as(
        "select schemaname::text, tablename::text
        from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')",
    )
    .fetch_all(&mut database)
    .await
    .unwrap();
    let mut rows = Vec::new();
    for (schema, table) in tables {
        let query =
            sqlx::AssertSqlSafe(format!(r#"select to_jsonb(t)::text from "{schema}"."{table}" as t"#));
        rows.extend(sqlx::query_scalar::<_, String>(query).fetch_all(&mut database).await.unwrap());
    }
    rows.join("\n")
}

/// Every message that the broker keeps, as text.
pub async fn messages(traveller: &Traveller) -> String {
    let operator = ConnectOptions::with_user_and_password("operator".into(), LOCAL_PASSWORD.into());
    let broker = async_nats::jetstream::new(operator.connect(&traveller.at.nats).await.unwrap());
    let mut kept = String::new();
    let names: Vec<String> = broker.stream_names().try_collect().await.unwrap();
    for name in names {
        let stream = broker.get_stream(name).await.unwrap();
        let state = stream.cached_info().state.clone();
        for sequence in state.first_sequence..=state.last_sequence {
            // A bucket's older values are gone.
            let Ok(message) = stream.get_raw_message(sequence).await else { continue };
            kept.extend([&message.subject, " ", &String::from_utf8_lossy(&message.payload), "\n"]);
        }
    }
    kept
}

fn names_canary(text: &str) -> bool {
    testkit::has_trace_of(CANARY, text)
}

fn typed(offer: &Value) -> Value {
    json!({ "passengers": [{
        "type": offer["passengers"][0]["type"], "title": "ms", "firstName": "Zqcanary", "lastName": "Zqcanary",
        "gender": "female", "dateOfBirth": "1985-12-10", "email": EMAIL, "phone": "+12025550143",
    }] })
}

/// Signs up, types a form that is never sent, asks to have a price watched, confirms the address, and books a trip.
/// Returns the booking.
async fn live_a_while(user: &mut Traveller) -> Value {
    let account = json!({
        "username": CANARY, "email": EMAIL, "firstName": "Zqcanary", "lastName": "Zqcanary", "password": PASSWORD,
    });
    assert!(user.post("/api/auth/register", account).await.status.is_success());
    let login = user.post("/api/auth/login", json!({ "username": CANARY, "password": PASSWORD })).await;
    assert_eq!(login.status, StatusCode::OK, "{login:?}");
    let offers = user.search("BOS", "LAX").await;
    let path = format!("/api/offers/{}/passengers", offers[1]["id"].as_str().unwrap());
    assert_eq!(user.put(&path, typed(&offers[1])).await.body["success"], true);
    let watched = ask_to_watch(user, &search_path("BOS", "SEA"), EMAIL).await;
    assert_eq!(watched.status, StatusCode::ACCEPTED, "{watched:?}");
    mail_to(user, EMAIL, "#start=").await;
    let token = confirmation_token(user, EMAIL).await;
    let confirmed = user.post("/api/auth/confirm-email", json!({ "token": token })).await;
    assert_eq!(confirmed.body["success"], true, "{confirmed:?}");
    let paid = user.pay(&offers[0], GOOD_CARD).await;
    let amount = &offers[0]["price"]["amount"];
    let mut body = booking(&offers[0], &paid.body["paymentId"], amount, &json!([]));
    for (field, value) in
        [("firstName", "Zqcanary"), ("lastName", "Zqcanary"), ("email", EMAIL), ("passportNumber", PASSPORT)]
    {
        body["passengers"][0][field] = value.into();
    }
    let booked = user.post("/api/bookings", body).await;
    assert_eq!(booked.body["status"], "confirmed", "{booked:?}");
    mail_to(user, EMAIL, "is confirmed").await;
    booked.body
}

#[test]
fn a_closed_account_is_gone_from_tables_broker_and_mails_and_its_trip_is_opened_by_a_mailed_link() {
    on_the_system(async |shared| {
        let mut user = shared.traveller();
        let booked = live_a_while(&mut user).await;
        let again = json!({ "currentPassword": PASSWORD });

        let export = user.post("/api/account/export", again.clone()).await;
        let before = dump(&user).await;
        let closed = user.post("/api/account/close", again).await;

        assert_eq!(export.body["profile"]["email"], EMAIL, "{export:?}");
        assert_eq!(export.body["trips"][0]["id"], booked["id"]);
        assert_eq!(export.body["trips"][0]["passengers"][0]["details"]["lastName"], "Zqcanary");
        assert!(names_canary(&before), "the dump finds it");
        assert_eq!(closed.body["success"], true, "{closed:?}");
        assert_eq!(user.get("/api/auth/user").await.status, StatusCode::UNAUTHORIZED);
        mail_to(&user, EMAIL, "We closed your account as you asked").await;
        let forgotten = async {
            loop {
                let dump = dump(&user).await;
                if !names_canary(&dump) && dump.contains(r#""account_closed": true"#) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        tokio::time::timeout(testkit::patience(PATIENCE_S), forgotten)
            .await
            .expect("nothing in clear is left");
        assert!(!names_canary(&messages(&user).await));

        let mut elsewhere = shared.traveller();
        let asked = json!({ "reference": booked["duffelBookingId"], "email": EMAIL });
        elsewhere.post("/api/guest-links", asked).await;
        let token = mailed_token(&elsewhere, EMAIL).await;
        let opened = elsewhere.post("/api/guest-links/open", json!({ "token": token })).await;
        assert_eq!(opened.body["bookingId"], booked["id"], "{opened:?}");
        let trip = elsewhere.get(&format!("/api/bookings/{}", booked["id"].as_str().unwrap())).await;
        assert_eq!(trip.body["status"], "confirmed", "{trip:?}");
    });
}
