//! What may be watched, and what is kept of it.

use proto::brand::v1::WatchedTrip;
use service::Problem;

use super::{ADA, GUEST, SIGNED_IN, Stage, own, proved, trip, wish};

#[tokio::test]
async fn watch01_a_trip_that_nobody_can_book_is_refused_by_its_field_and_not_kept() {
    let stage = Stage::new().await;
    let table = [
        (ADA, WatchedTrip { departure_date: "2026-02-28".into(), ..trip(10) }, "trip.departureDate"),
        (ADA, WatchedTrip { return_date: Some("2026-06-09".into()), ..trip(10) }, "trip.returnDate"),
        (ADA, WatchedTrip { origin: "London".into(), ..trip(10) }, "trip.origin"),
        (ADA, WatchedTrip { origin: "QQQ".into(), ..trip(10) }, "trip.origin"),
        (ADA, WatchedTrip { destination: "LHR".into(), ..trip(10) }, "trip.destination"),
        (ADA, WatchedTrip { adults: 0, ..trip(10) }, "trip.adults"),
        ("ada", trip(10), "email"),
    ];

    for (email, trip, field) in table {
        let refused = Problem::from_status(&stage.watch(GUEST, wish(email, trip)).await.unwrap_err());
        let fields: Vec<_> = refused.fields.iter().map(|fault| fault.field.as_str()).collect();
        assert_eq!((refused.code.as_str(), fields), ("VALIDATION_ERROR", vec![field]));
    }

    assert_eq!(stage.kept().await, []);
    assert!(stage.mails().await.is_empty());
}

#[tokio::test]
async fn watch01_a_watch_names_the_exact_dates_cabin_and_party() {
    let stage = Stage::new().await;
    let family = WatchedTrip {
        return_date: Some("2026-06-24".into()),
        cabin_class: "premium_economy".into(),
        adults: 2,
        children: 1,
        infants: 1,
        ages: vec![7, 0],
        ..trip(10)
    };

    stage.watch(SIGNED_IN, own(family.clone())).await.unwrap();

    let watch = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0);
    assert_eq!((watch.trip, watch.again, watch.first), (Some(family), true, None));
}
