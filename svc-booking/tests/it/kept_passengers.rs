//! What is typed about passengers outlives a reload: for who typed it, for an hour, and sealed.

use proto::booking::v1::{BookingStatus, GetKeptPassengersRequest, KeepPassengersRequest, KeptPassenger};
use service::RequestContext;
use time::Duration;
use tonic::Status;

use crate::harness::{Client, World, booking, code, create, guest};

pub const OFFER: &str = "off_1";
const ROWS: &str = "select count(*) from kept_passengers";

pub fn ada() -> KeptPassenger {
    KeptPassenger {
        r#type: "adult".into(),
        first_name: "Maximiliana-Alexandrina".into(),
        last_name: "Byron".into(),
        date_of_birth: "1985-12-10".into(),
        email: "ada@traveller.example".into(),
        ..KeptPassenger::default()
    }
}

pub async fn keep(
    client: &Client,
    context: &RequestContext,
    passengers: Vec<KeptPassenger>,
) -> Result<(), Status> {
    let request = context.request(KeepPassengersRequest { offer_id: OFFER.into(), passengers });
    client.clone().keep_passengers(request).await.map(|_| ())
}

pub async fn kept(client: &Client, context: &RequestContext, offer: &str) -> Vec<KeptPassenger> {
    let request = context.request(GetKeptPassengersRequest { offer_id: offer.into() });
    client.clone().get_kept_passengers(request).await.unwrap().into_inner().passengers
}

#[tokio::test]
async fn r017_what_was_typed_is_who_typed_its_own_for_an_hour() {
    let world = World::new().await;
    let replica = world.start().await;
    let client = &replica.client;

    keep(client, &guest(1), vec![KeptPassenger::default()]).await.unwrap();
    world.clock.advance(Duration::minutes(59));
    keep(client, &guest(1), vec![ada()]).await.unwrap();

    assert_eq!(kept(client, &guest(1), OFFER).await, [ada()]);
    assert!(kept(client, &guest(1), "off_2").await.is_empty());
    assert!(kept(client, &guest(2), OFFER).await.is_empty());
    let mut elsewhere = guest(1);
    elsewhere.brand = "another.example".into();
    assert!(kept(client, &elsewhere, OFFER).await.is_empty());

    world.clock.advance(Duration::minutes(1));
    assert!(kept(client, &guest(1), OFFER).await.is_empty(), "typing on does not make it live longer");
    let _later = world.start().await;
    world
        .until("select (not exists (select from kept_passengers) and $1 = '')::int::int8", "", "a sweep")
        .await;
}

#[tokio::test]
async fn r023_what_was_typed_is_sealed_and_opens_in_no_other_row() {
    let world = World::new().await;
    let replica = world.start().await;
    keep(&replica.client, &guest(1), vec![ada()]).await.unwrap();

    let row: String = sqlx::query_scalar("select encode(sealed, 'escape') from kept_passengers")
        .fetch_one(&world.db.pool)
        .await
        .unwrap();
    for word in ["Byron", "1985", "ada@"] {
        assert!(!row.contains(word), "{word} can be read");
    }

    sqlx::query("update kept_passengers set offer_id = 'off_2'").execute(&world.db.pool).await.unwrap();
    let request = guest(1).request(GetKeptPassengersRequest { offer_id: "off_2".into() });
    assert!(replica.client.clone().get_kept_passengers(request).await.is_err());
}

#[tokio::test]
async fn r023_what_was_typed_is_forgotten_once_it_is_booked() {
    let world = World::new().await;
    let replica = world.start().await;
    keep(&replica.client, &guest(1), vec![ada()]).await.unwrap();
    keep(&replica.client, &guest(2), vec![ada()]).await.unwrap();

    let booked = create(&replica.client, &guest(1), booking(&world.services.authorise())).await.unwrap();

    assert_eq!(booked.booking.unwrap().status(), BookingStatus::Confirmed);
    assert_eq!(world.count(ROWS).await, 1, "what somebody else typed stays");
    assert!(kept(&replica.client, &guest(1), OFFER).await.is_empty());
}

#[tokio::test]
async fn what_no_form_could_hold_and_what_is_nobodys_is_not_kept() {
    let world = World::new().await;
    let replica = world.start().await;
    let crowd = vec![ada(); 19];
    let mut nobody = guest(1);
    nobody.session_id = None;

    let refused = keep(&replica.client, &guest(1), crowd).await.unwrap_err();
    let unknown = keep(&replica.client, &nobody, vec![ada()]).await.unwrap_err();

    assert_eq!((code(&refused), code(&unknown)), ("VALIDATION_ERROR".into(), "NOT_AUTHENTICATED".into()));
    assert_eq!(world.count(ROWS).await, 0);
}
