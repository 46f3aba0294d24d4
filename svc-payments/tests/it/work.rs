//! Work that is asked for once cards keep being declined: it lets a traveller pay, and holds up who tries many cards.

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures::future::join_all;
use time::Duration;

use crate::harness::{DECLINED, Order, Shop, Traveller, VISA, eventually};

/// Work after two cards of a visitor or network, and after four of the brand's guests.
pub const SOON: [&str; 3] = ["--declines-before-work=2", "--brand-declines-before-work=4", "--work-tries=4"];

/// What a traveller is told of a card: the code of its refusal, and the challenge that comes with it.
async fn told(shop: &Shop, traveller: &Traveller, order: Order) -> (String, Option<String>) {
    let refusal = shop.authorise(traveller, order).await.unwrap().refusal.unwrap_or_default();
    (refusal.code, refusal.challenge)
}

pub async fn code(shop: &Shop, traveller: &Traveller, order: Order) -> String {
    told(shop, traveller, order).await.0
}

/// The challenge of a traveller whose next card needs work.
pub async fn asked(shop: &Shop, traveller: &Traveller) -> String {
    let (code, challenge) = told(shop, traveller, Order::default()).await;
    assert_eq!(code, "WORK_REQUIRED");
    challenge.unwrap()
}

pub fn solution(challenge: &str) -> String {
    let challenge: Challenge = serde_json::from_str(challenge).unwrap();
    let solution = solve_challenge(SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    STANDARD.encode(serde_json::to_vec(&Payload { challenge, solution }).unwrap())
}

pub fn with_work(work: &str, number: &str) -> Order {
    Order { work: work.to_owned(), ..Order::with_card(number) }
}

/// A traveller whose first two cards were declined.
pub async fn declined_twice(shop: &Shop) -> Traveller {
    let traveller = Traveller::new();
    for _ in 0..2 {
        assert_eq!(code(shop, &traveller, Order::with_card(DECLINED)).await, "PAYMENT_FAILED");
    }
    traveller
}

#[tokio::test]
async fn a_traveller_who_does_the_work_pays() {
    let shop = Shop::open_with(&SOON).await;
    let traveller = declined_twice(&shop).await;

    let work = solution(&asked(&shop, &traveller).await);
    let paid = shop.authorise(&traveller, with_work(&work, VISA)).await.unwrap();

    assert_eq!(paid.refusal, None);
    assert_eq!(shop.stripe.sent("confirm").len(), 3, "two that were declined, and the one that paid");
}

#[tokio::test]
async fn the_request_that_was_asked_for_work_is_sent_again_under_its_key() {
    let shop = Shop::open_with(&SOON).await;
    let traveller = declined_twice(&shop).await;
    let (_, challenge) = told(&shop, &traveller, Order::under_key("k")).await;

    let work = solution(&challenge.unwrap());
    let paid =
        shop.authorise(&traveller, Order { work: work.clone(), ..Order::under_key("k") }).await.unwrap();
    let again = shop.authorise(&traveller, Order { work, ..Order::under_key("k") }).await.unwrap();

    assert_eq!((paid.refusal, again.refusal), (None, None));
    assert_eq!(paid.payment.map(|it| it.id), again.payment.map(|it| it.id));
}

#[tokio::test]
async fn work_is_good_for_one_card_of_one_session_for_ten_minutes() {
    let shop = Shop::open_with(&SOON).await;
    let (traveller, another) = (declined_twice(&shop).await, declined_twice(&shop).await);
    let (first, second) = (asked(&shop, &traveller).await, asked(&shop, &traveller).await);
    let (first, second) = (solution(&first), solution(&second));

    let codes = [
        code(&shop, &another, with_work(&first, VISA)).await,
        code(&shop, &traveller, with_work(&first, DECLINED)).await,
        code(&shop, &traveller, with_work(&first, VISA)).await,
        code(&shop, &traveller, with_work("made up", VISA)).await,
    ];
    let kept = used_work(&shop).await;
    shop.clock.advance(Duration::minutes(10));
    let late = code(&shop, &traveller, with_work(&second, VISA)).await;

    assert_eq!(codes, ["WORK_REQUIRED", "PAYMENT_FAILED", "WORK_REQUIRED", "WORK_REQUIRED"]);
    assert_eq!((kept, late.as_str()), (1, "WORK_REQUIRED"));
    shop.clock.advance(Duration::minutes(1));
    eventually("it is forgotten", async || used_work(&shop).await == 0).await;
}

async fn used_work(shop: &Shop) -> i64 {
    sqlx::query_scalar("select count(*) from used_work").fetch_one(&shop.db.pool).await.unwrap()
}

#[tokio::test]
async fn one_solution_sent_many_times_at_once_lets_one_card_through() {
    let shop = Shop::open_with(&SOON).await;
    let traveller = declined_twice(&shop).await;
    let work = solution(&asked(&shop, &traveller).await);

    let tries = (0..8).map(|_| code(&shop, &traveller, with_work(&work, DECLINED)));
    let codes = join_all(tries).await;

    let reached = codes.iter().filter(|code| *code == "PAYMENT_FAILED").count();
    assert_eq!((reached, shop.stripe.sent("confirm").len()), (1, 3), "{codes:?}");
}

/// A first card of a new guest.
async fn first_card(shop: &Shop, number: &str, client_address: &'static str) -> String {
    code(shop, &Traveller::new(), Order { client_address, ..Order::with_card(number) }).await
}

#[tokio::test]
async fn new_sessions_and_addresses_get_nobody_around_the_work() {
    let shop = Shop::open_with(&SOON).await;
    let addresses = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "198.51.100.1", "203.0.113.1", "203.0.114.1"];
    let mut codes = Vec::new();
    for address in addresses {
        codes.push(first_card(&shop, DECLINED, address).await);
    }

    let registered = code(&shop, &Traveller::new().newly_registered(), Order::default()).await;
    let established = code(&shop, &Traveller::new().signed_in(), Order::default()).await;
    let elsewhere = code(&shop, &Traveller::new().of_brand("northwind"), Order::default()).await;

    let expected = [
        "PAYMENT_FAILED",
        "PAYMENT_FAILED",
        "WORK_REQUIRED", // the network's third
        "PAYMENT_FAILED",
        "PAYMENT_FAILED",
        "WORK_REQUIRED", // the brand's fifth
    ];
    assert_eq!(codes, expected);
    assert_eq!([registered.as_str(), established.as_str(), elsewhere.as_str()], ["WORK_REQUIRED", "", ""]);
}

#[tokio::test]
async fn thirty_two_cards_at_once_pass_no_limit() {
    let shop = Shop::open_with(&SOON).await;

    let codes = join_all((0..32).map(|_| first_card(&shop, DECLINED, ""))).await;

    let reached = codes.iter().filter(|code| *code == "PAYMENT_FAILED").count();
    let asked = codes.iter().filter(|code| *code == "WORK_REQUIRED").count();
    assert_eq!((reached, asked, shop.stripe.sent("confirm").len()), (4, 28, 4), "{codes:?}");
}

#[tokio::test]
async fn the_more_cards_of_guests_are_declined_the_harder_the_work() {
    let settings = ["--declines-before-work=1", "--brand-declines-before-work=1000", "--work-tries=1"];
    let shop = Shop::open_with(&settings).await;
    let traveller = Traveller::new();
    assert_eq!(code(&shop, &traveller, Order::with_card(DECLINED)).await, "PAYMENT_FAILED");
    let counter = async || {
        let challenge: Challenge = serde_json::from_str(&asked(&shop, &traveller).await).unwrap();
        solve_challenge(SolveChallengeOptions::new(&challenge)).unwrap().unwrap().counter
    };

    let easy = counter().await;
    // As many declines of other guests as make it as hard as it gets.
    sqlx::query(
        "insert into payment
        select (jsonb_populate_record(payment, jsonb_build_object(
            'id', gen_random_uuid(),
            'principal', 'session:' || gen_random_uuid(),
            'idempotency_key', 'key-' || n,
            'intent_id', 'pi_other_' || n
        ))).*
        from payment, generate_series(1, 399) as n",
    )
    .execute(&shop.db.pool)
    .await
    .unwrap();
    let mut harder = 0;
    for _ in 0..40 {
        harder = harder.max(counter().await);
    }

    assert_eq!(easy, 1);
    assert!((2..=8).contains(&harder), "one try doubled three times: {harder}");
}
