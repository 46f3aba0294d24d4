use std::fs;

use clap::Parser;
use events::{Live, NatsArgs};
use prost::Message;
use proto::brand::v1::{BrandUpdated, GetBrandRequest};
use secrecy::SecretString;
use service::SystemClock;
use svc_brand::SeedArgs;
use testkit::TemporaryFolder;
use tokio_util::sync::CancellationToken;

use crate::harness::{Harness, seeds_dir};

#[derive(Parser)]
struct Seed {
    #[command(flatten)]
    args: SeedArgs,
}

#[test]
fn every_seeded_brand_is_valid_and_looks_like_no_other() {
    let brands = svc_brand::read(&seeds_dir()).unwrap();

    let mut colors: Vec<_> = brands.iter().map(|brand| brand.theme.primary.to_string()).collect();
    colors.sort();
    colors.dedup();
    assert_eq!(colors.len(), brands.len());
    assert!(brands.len() >= 4);
}

#[test]
fn seeded_contacts_belong_to_nobody() {
    for brand in svc_brand::read(&seeds_dir()).unwrap() {
        let contact = brand.contact;
        assert!(
            contact.phone.as_str().contains("555-01"),
            "reserved for fiction: {}",
            contact.phone.as_str()
        );
        for address in [contact.email, contact.support_email] {
            assert!(address.as_str().ends_with(".example"), "reserved by RFC 2606: {}", address.as_str());
        }
    }
}

#[tokio::test]
async fn seeding_again_changes_nothing() {
    let harness = Harness::new().await;

    svc_brand::seed(&SecretString::from(harness.db.url.clone()), &seeds_dir(), &SystemClock).await.unwrap();

    let told = sqlx::query_scalar!(r#"select count(*) as "count!" from outbox"#);
    assert_eq!(told.fetch_one(&harness.db.pool).await.unwrap(), 4);
}

#[tokio::test]
async fn a_replaced_brand_is_told_with_its_new_version() {
    let broker = testkit::nats().await;
    let stop = CancellationToken::new();
    let _stop_on_drop = stop.clone().drop_guard();
    let nats = events::connect(&NatsArgs::open(&broker.url)).await.unwrap();
    let heard = events::live(nats, &["brand.updated"], stop).await.unwrap();
    let mut harness = Harness::with_broker(&broker.url).await;
    let folder = changed_seeds();

    let seed = Seed::parse_from([
        "seed",
        "--database-url",
        &harness.db.url,
        "--seeds",
        folder.path().to_str().unwrap(),
        "--replace",
    ]);
    seed.args.run(&SystemClock).await.unwrap();

    let brand = harness.client.get_brand(GetBrandRequest { key: "solara".into() }).await.unwrap();
    let brand = brand.into_inner().brand.unwrap();
    assert_eq!((brand.name.as_str(), brand.version), ("Solara Trips", 2));
    assert_eq!(last_told(heard, 2).await, BrandUpdated { key: "solara".into(), version: 2 });
}

/// The seeds with another name for one brand.
fn changed_seeds() -> TemporaryFolder {
    let folder = TemporaryFolder::new("seeds");
    let seeds = fs::read_to_string(seeds_dir().join("brands.json")).unwrap();
    let changed = seeds.replace("Solara Journeys\"", "Solara Trips\"");
    fs::write(folder.path().join("brands.json"), changed).unwrap();
    folder
}

/// The first event of this version or a later one.
pub async fn last_told(mut heard: impl futures::Stream<Item = Live> + Unpin, version: i64) -> BrandUpdated {
    use futures::StreamExt;

    let changed = async {
        while let Some(live) = heard.next().await {
            let Live::Event(event) = live else { continue };
            let updated = BrandUpdated::decode(event.payload).unwrap();
            if updated.version >= version {
                return updated;
            }
        }
        panic!("the subscription ended");
    };
    tokio::time::timeout(testkit::patience(20), changed).await.expect("the relay tells of the change")
}
