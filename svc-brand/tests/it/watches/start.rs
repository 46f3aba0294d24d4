//! How a watch starts, and starts again.

use proto::brand::v1::{CreateWatchRequest, WatchState};
use time::Duration;
use tonic::Code;

use super::{
    ADA, BEE, GUEST, SIGNED_IN, Stage, WaitingMail, at, days, holds, kept, own, proved, states, told, trip,
    wish,
};

#[tokio::test]
async fn watch02_the_first_watch_of_an_address_starts_by_a_mailed_link_that_works_once() {
    let stage = Stage::new().await;

    let is_active = stage.watch(GUEST, wish(ADA, trip(10))).await.unwrap();

    let mail = stage.mails().await.remove(0);
    assert_eq!((is_active, mail.recipient.as_str(), mail.kind()), (false, ADA, "confirm"));
    assert_eq!(stage.kept().await, kept(&[(10, "pending")]));
    assert_eq!(stage.count("select count(*) from watched_query").await, 0, "nothing is looked at yet");
    let link = mail.token("start");
    assert!(stage.list(GUEST, holds(&link)).await.is_err(), "it is for the start alone");

    let elsewhere = stage.confirm(at("northwind", GUEST), &link).await.unwrap_err();
    let (watch, token) = stage.confirm(GUEST, &link).await.unwrap();
    assert_eq!(token, link, "from now on it leads to the list");
    let again = stage.confirm(GUEST, &link).await.unwrap_err();

    assert_eq!(watch.state(), WatchState::Active);
    assert_eq!(states(&stage.list(GUEST, holds(&token)).await.unwrap()), [WatchState::Active]);
    assert_eq!(stage.count("select count(*) from watched_query").await, 1);
    for refused in [elsewhere, again] {
        assert_eq!(told(&refused), (Code::InvalidArgument, "TOKEN_INVALID".into()));
    }
}

#[tokio::test]
async fn watch02_the_link_that_would_start_a_watch_tells_its_trip_until_it_does() {
    let stage = Stage::new().await;
    stage.watch(GUEST, wish(ADA, trip(10))).await.unwrap();
    let link = stage.mails().await.remove(0).token("start");

    let asked = stage.preview(GUEST, &link).await.unwrap();
    let elsewhere = stage.preview(at("northwind", GUEST), &link).await.unwrap_err();
    let unknown = stage.preview(GUEST, "unknown").await.unwrap_err();
    assert_eq!(stage.kept().await, kept(&[(10, "pending")]), "nothing is started");
    stage.confirm(GUEST, &link).await.unwrap();
    let used = stage.preview(GUEST, &link).await.unwrap_err();

    assert_eq!(asked, trip(10));
    for refused in [elsewhere, unknown, used] {
        assert_eq!(told(&refused), (Code::InvalidArgument, "TOKEN_INVALID".into()));
    }
}

#[tokio::test]
async fn watch02_a_link_that_came_after_the_start_leads_to_the_list() {
    let stage = Stage::new().await;
    for _ in 0..2 {
        stage.watch(GUEST, wish(ADA, trip(10))).await.unwrap();
    }
    let mails = stage.mails().await;
    let [first, second] = [0, 1].map(|nth: usize| mails[nth].token("start"));

    stage.confirm(GUEST, &first).await.unwrap();

    let listed = stage.list(GUEST, holds(&second)).await.unwrap();
    assert_eq!(states(&listed), [WatchState::Active]);
}

#[tokio::test]
async fn watch02_a_link_starts_what_its_own_mail_says_or_nothing() {
    let stage = Stage::new().await;
    for again in [false, true] {
        stage.watch(GUEST, CreateWatchRequest { again, ..wish(ADA, trip(10)) }).await.unwrap();
    }
    let (often, once): (Vec<_>, Vec<_>) =
        stage.mails().await.into_iter().partition(|mail| mail.body_text.contains("at most once a day"));

    let earlier = stage.confirm(GUEST, &once[0].token("start")).await.unwrap_err();
    let (watch, _) = stage.confirm(GUEST, &often[0].token("start")).await.unwrap();

    assert_eq!(told(&earlier), (Code::InvalidArgument, "TOKEN_INVALID".into()));
    assert!(watch.again);
}

#[tokio::test]
async fn watch02_a_link_starts_a_watch_for_a_day() {
    let stage = Stage::new().await;
    for email in [ADA, BEE] {
        stage.watch(GUEST, wish(email, trip(10))).await.unwrap();
    }
    let mails = stage.mails().await;

    stage.0.clock.advance(Duration::DAY - Duration::SECOND);
    let in_time = stage.confirm(GUEST, &mails[0].token("start")).await;
    stage.0.clock.advance(Duration::SECOND);
    let unseen = stage.preview(GUEST, &mails[1].token("start")).await.unwrap_err();
    let late = stage.confirm(GUEST, &mails[1].token("start")).await.unwrap_err();

    assert!(in_time.is_ok());
    for refused in [unseen, late] {
        assert_eq!(told(&refused), (Code::InvalidArgument, "TOKEN_INVALID".into()));
    }
    assert_eq!(stage.kept().await, kept(&[(10, "active"), (10, "pending")]));
}

#[tokio::test]
async fn watch02_a_known_address_starts_at_once_and_is_mailed_and_the_answer_does_not_tell() {
    let stage = Stage::new().await;
    stage.confirmed(ADA, 10).await;

    let known = stage.watch(GUEST, wish(ADA, trip(11))).await.unwrap();
    let unknown = stage.watch(GUEST, wish(BEE, trip(11))).await.unwrap();

    assert_eq!((known, unknown), (false, false));
    assert_eq!(stage.kept().await, kept(&[(10, "active"), (11, "active"), (11, "pending")]));
    let mails = stage.mails().await;
    let sent: Vec<_> = mails.iter().map(|mail| (mail.recipient.as_str(), mail.kind())).collect();
    assert_eq!(sent, [(ADA, "confirm"), (ADA, "started"), (BEE, "confirm")]);
    let listed = stage.list(GUEST, holds(&mails[1].token("token"))).await.unwrap();
    assert_eq!(days(&listed), ["2026-06-10", "2026-06-11"]);
    assert!(!stage.watch(at("northwind", GUEST), wish(ADA, trip(10))).await.unwrap());
    assert_eq!(stage.mails().await[3].kind(), "confirm", "no other brand knows it");
}

#[tokio::test]
async fn watch02_an_address_that_is_signed_in_and_proved_starts_without_a_mail() {
    let stage = Stage::new().await;

    assert!(stage.watch(SIGNED_IN, own(trip(10))).await.unwrap());
    assert!(stage.mails().await.is_empty());
    assert!(
        !stage.watch(GUEST, CreateWatchRequest { is_proved: true, ..wish(BEE, trip(10)) }).await.unwrap()
    );

    assert_eq!(stage.kept().await, kept(&[(10, "active"), (10, "pending")]));
    assert_eq!(stage.mails().await[0].kind(), "confirm", "a guest has proved nothing");
}

#[tokio::test]
async fn watch02_an_address_is_asked_three_times_a_day_at_most() {
    let stage = Stage::new().await;

    for (email, day) in [(ADA, 10), ("Ada@Traveller.example", 11), (ADA, 11), (ADA, 12), (ADA, 13)] {
        assert!(!stage.watch(GUEST, wish(email, trip(day))).await.unwrap());
    }
    assert_eq!(stage.mails().await.len(), 3);

    stage.watch(GUEST, wish(BEE, trip(10))).await.unwrap();
    stage.0.clock.advance(Duration::DAY);
    stage.watch(GUEST, wish(ADA, trip(12))).await.unwrap();
    assert_eq!(stage.mails().await.len(), 5);
}

#[tokio::test]
async fn the_same_trip_twice_is_one_watch_with_the_newer_wish() {
    let stage = Stage::new().await;

    let (one, other) =
        tokio::join!(stage.watch(SIGNED_IN, own(trip(10))), stage.watch(SIGNED_IN, own(trip(10))));
    assert!(one.unwrap() && other.unwrap(), "two tabs");
    let before = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();
    stage.watch(SIGNED_IN, CreateWatchRequest { again: false, ..own(trip(10)) }).await.unwrap();
    stage
        .watch(SIGNED_IN, CreateWatchRequest { again: false, ..wish(" Ada@Traveller.example", trip(10)) })
        .await
        .unwrap();
    let after = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();

    assert_eq!(stage.kept().await, kept(&[(10, "active")]));
    assert_eq!(before[0].id, after[0].id);
    assert_eq!((before[0].again, after[0].again), (true, false));
}

#[tokio::test]
async fn a_mail_says_how_often_its_watch_mails_whatever_a_stranger_wishes_for_one_that_runs() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    let wishes = [(ADA, 10, false), (ADA, 11, false), (ADA, 12, true), (BEE, 10, false), (BEE, 11, true)];

    for (email, day, again) in wishes {
        stage.watch(GUEST, CreateWatchRequest { again, ..wish(email, trip(day)) }).await.unwrap();
    }

    let mails = stage.mails().await;
    let said: Vec<_> =
        mails.iter().map(|mail| (mail.kind(), mail.body_text.contains("at most once a day"))).collect();
    let started = [("started", true), ("started", false), ("started", true)];
    assert_eq!(said, [started.as_slice(), &[("confirm", false), ("confirm", true)]].concat());
}

#[tokio::test]
async fn a_watch_that_has_ended_begins_anew_with_its_trip() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    let id = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0).id;
    sqlx::query("update watch set currency = 'USD', first_minor = 61500, told_minor = 61500, mails = 3")
        .execute(&stage.0.db.pool)
        .await
        .unwrap();
    stage.set(proved(ADA), &id, WatchState::Ended).await.unwrap();

    stage.watched(&[10]).await;

    let anew = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();
    assert_eq!((states(&anew), anew[0].first.clone()), (vec![WatchState::Active], None));
    assert_eq!(stage.count("select count(*) from watch where mails = 0").await, 1);
}

#[tokio::test]
async fn watch02_a_watch_that_its_owner_ended_starts_again_by_a_mailed_link_whoever_types_the_address() {
    let stage = Stage::new().await;
    stage.watched(&[10, 11, 12]).await;
    stage.watch(GUEST, wish(ADA, trip(10))).await.unwrap();
    stage.stop(&stage.mails().await[0].token("stop")).await.unwrap();
    let listed = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();
    stage.set(proved(ADA), &listed[0].id, WatchState::Ended).await.unwrap();
    assert_eq!(stage.kept().await, kept(&[(10, "stopped"), (11, "deleted"), (12, "active")]));

    for day in [10, 11, 11, 10] {
        assert!(!stage.watch(GUEST, wish(ADA, trip(day))).await.unwrap());
    }

    assert_eq!(stage.kept().await, kept(&[(10, "pending"), (11, "pending"), (12, "active")]));
    let mails = stage.mails().await;
    let kinds: Vec<_> = mails.iter().map(WaitingMail::kind).collect();
    assert_eq!(kinds, ["confirm", "confirm", "confirm"], "three a day");
    let started = stage.confirm(GUEST, &mails[0].token("start")).await.unwrap().0;
    assert_eq!(started.state(), WatchState::Active);
}

#[tokio::test]
async fn watch02_a_watch_that_its_owner_ended_starts_at_once_for_them() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    let id = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0).id;
    stage.set(proved(ADA), &id, WatchState::Ended).await.unwrap();
    stage.watch(GUEST, wish(ADA, trip(10))).await.unwrap();
    assert_eq!(stage.kept().await, kept(&[(10, "pending")]));

    stage.watched(&[10]).await;

    assert_eq!(stage.kept().await, kept(&[(10, "active")]));
}

#[tokio::test]
async fn watch02_a_watch_that_its_owner_pauses_goes_on_by_a_mailed_link_alone() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    let id = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0).id;
    stage.set(proved(ADA), &id, WatchState::Paused).await.unwrap();
    let unlike = CreateWatchRequest { again: false, ..wish(ADA, trip(10)) };

    assert!(!stage.watch(GUEST, unlike).await.unwrap());

    let paused = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0);
    assert_eq!((paused.state(), paused.again), (WatchState::Paused, true));
    let mail = stage.mails().await.remove(0);
    assert_eq!(mail.kind(), "confirm");
    assert!(mail.body_text.contains("at most once a day"), "as they wished: {}", mail.body_text);
    let resumed = stage.confirm(GUEST, &mail.token("start")).await.unwrap().0;
    assert_eq!((resumed.state(), resumed.id, resumed.again), (WatchState::Active, id, true));
}

#[tokio::test]
async fn watch04_a_watch_that_begins_anew_was_mailed_today_all_the_same() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    sqlx::query("update watch set mails = 3, last_mail_at = created_at")
        .execute(&stage.0.db.pool)
        .await
        .unwrap();
    let id = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0).id;
    stage.set(proved(ADA), &id, WatchState::Ended).await.unwrap();
    stage.0.clock.advance(Duration::HOUR);

    stage.watch(GUEST, wish(ADA, trip(10))).await.unwrap();
    stage.confirm(GUEST, &stage.mails().await[0].token("start")).await.unwrap();

    assert_eq!(stage.kept().await, kept(&[(10, "active")]));
    let mailed = "select count(*) from watch where last_mail_at = created_at - interval '1 hour'";
    assert_eq!(stage.count(mailed).await, 1);
}
