//! The brand manager's calls.

use events::NatsArgs;
use proto::brand::v1::{
    BrandRecord, CheckThemeRequest, CreateBrandRequest, DeleteBrandRequest, GetBrandRecordRequest,
    GetBrandRequest, ListBrandSummariesRequest, Theme, UpdateBrandRequest,
};
use service::Problem;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Status};

use crate::harness::{Harness, Person};
use crate::seeds::last_told;

fn told(status: &Status) -> (Code, String) {
    (status.code(), Problem::from_status(status).code)
}

impl Harness {
    async fn record(&mut self, key: &str, version: i64) -> Result<BrandRecord, Status> {
        let request = Person::Admin.asks(GetBrandRecordRequest { key: key.into(), version });
        self.admin.get_brand_record(request).await.map(|answer| answer.into_inner().record.unwrap())
    }

    async fn create(&mut self, record: BrandRecord) -> Result<BrandRecord, Status> {
        let request = Person::Admin.asks(CreateBrandRequest { record: Some(record) });
        self.admin.create_brand(request).await.map(|answer| answer.into_inner().record.unwrap())
    }

    async fn update(&mut self, record: BrandRecord) -> Result<BrandRecord, Status> {
        let request = Person::Admin.asks(UpdateBrandRequest { record: Some(record) });
        self.admin.update_brand(request).await.map(|answer| answer.into_inner().record.unwrap())
    }

    async fn delete(&mut self, key: &str) -> Result<(), Status> {
        let request = Person::Admin.asks(DeleteBrandRequest { key: key.into() });
        self.admin.delete_brand(request).await.map(|_| ())
    }

    async fn versions(&mut self, key: &str) -> Vec<i64> {
        let request = Person::Admin.asks(GetBrandRecordRequest { key: key.into(), version: 0 });
        let answer = self.admin.get_brand_record(request).await.unwrap().into_inner();
        answer.versions.into_iter().map(|version| version.version).collect()
    }

    /// The record of a brand that is not there yet.
    async fn draft(&mut self, key: &str) -> BrandRecord {
        let mut record = self.record("northwind", 0).await.unwrap();
        let brand = record.brand.as_mut().unwrap();
        brand.domain = key.into();
        brand.name = "Blue Skies".into();
        record
    }
}

/// A grey pixel.
const PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";
/// A header that says 30,000 pixels in width and in height.
const HUGE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAdTAAAHUwCAIAAADpRW/tAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

fn with_logo(mut record: BrandRecord, logo: &str) -> BrandRecord {
    record.brand.as_mut().unwrap().logo = logo.into();
    record
}

fn named(mut record: BrandRecord, name: &str) -> BrandRecord {
    record.brand.as_mut().unwrap().name = name.into();
    record
}

#[tokio::test]
async fn r021_a_brand_is_made_changed_and_deleted_and_every_page_hears_of_it() {
    let broker = testkit::nats().await;
    let stop = CancellationToken::new();
    let _stop_on_drop = stop.clone().drop_guard();
    let nats = events::connect(&NatsArgs::open(&broker.url)).await.unwrap();
    let heard = events::live(nats, &["brand.updated"], stop).await.unwrap();
    let mut harness = Harness::with_broker(&broker.url).await;
    let draft = harness.draft("blue").await;

    let created = harness.create(draft).await.unwrap();
    let changed = harness.update(named(created.clone(), "Bluer Skies")).await.unwrap();
    let shown = harness.client.get_brand(GetBrandRequest { key: "blue".into() }).await.unwrap().into_inner();
    harness.delete("blue").await.unwrap();

    assert_eq!(created.site, "http://localhost:8080/?brand=blue");
    assert_eq!(created.brand.unwrap().version, 1);
    assert_eq!(changed.brand.unwrap().version, 2);
    assert_eq!(shown.brand.unwrap().name, "Bluer Skies");
    assert_eq!(shown.policy.unwrap().markup_rate, "0.18");
    assert_eq!(
        told(&harness.record("blue", 0).await.unwrap_err()),
        (Code::NotFound, "BRAND_NOT_FOUND".into())
    );
    let told = last_told(heard, 3).await;
    assert_eq!((told.key.as_str(), told.version), ("blue", 3));
}

#[tokio::test]
async fn r021_a_change_is_undone_by_publishing_the_version_before() {
    let mut harness = Harness::new().await;
    let first = harness.record("solara", 0).await.unwrap();
    harness.update(named(first.clone(), "A mistake")).await.unwrap();

    let mut undone = harness.record("solara", 1).await.unwrap();
    undone.brand.as_mut().unwrap().version = 2;
    let undone = harness.update(undone).await.unwrap().brand.unwrap();

    assert_eq!((undone.name.as_str(), undone.version), (first.brand.unwrap().name.as_str(), 3));
    assert_eq!(harness.versions("solara").await, [3, 2, 1]);
}

#[tokio::test]
async fn of_two_who_change_a_brand_at_once_the_second_is_told() {
    let mut harness = Harness::new().await;
    let read = harness.record("solara", 0).await.unwrap();

    harness.update(named(read.clone(), "The first")).await.unwrap();
    let second = harness.update(named(read, "The second")).await.unwrap_err();

    assert_eq!(told(&second), (Code::Aborted, "BRAND_CHANGED".into()));
    assert_eq!(harness.record("solara", 0).await.unwrap().brand.unwrap().name, "The first");
}

#[tokio::test]
async fn a_key_that_is_taken_makes_no_second_brand() {
    let mut harness = Harness::new().await;
    let draft = harness.draft("onyx").await;

    let refused = harness.create(draft).await.unwrap_err();

    assert_eq!(told(&refused), (Code::AlreadyExists, "BRAND_EXISTS".into()));
}

#[tokio::test]
async fn no_brand_takes_a_name_that_means_something_else_on_the_net_or_that_dns_cannot_carry() {
    let mut harness = Harness::new().await;

    for key in ["www", "mail", "autodiscover", &"a".repeat(64), "blue-"] {
        let draft = harness.draft(key).await;
        let refused = Problem::from_status(&harness.create(draft).await.unwrap_err());
        assert_eq!(refused.fields[0].field, "brand.domain", "{key}");
    }
}

#[tokio::test]
async fn a_key_that_is_used_again_goes_on_counting() {
    let mut harness = Harness::new().await;
    let draft = harness.draft("blue").await;
    harness.create(draft.clone()).await.unwrap();
    harness.delete("blue").await.unwrap();

    let again = harness.create(draft).await.unwrap();

    assert_eq!(again.brand.unwrap().version, 3);
    assert_eq!(harness.versions("blue").await, [3, 1]);
}

#[tokio::test]
async fn r021_the_default_brand_stays() {
    let mut harness = Harness::new().await;

    let refused = harness.delete("default").await.unwrap_err();

    assert_eq!(told(&refused), (Code::FailedPrecondition, "DEFAULT_BRAND".into()));
    assert!(harness.record("default", 0).await.is_ok());
}

#[tokio::test]
async fn a_public_address_from_before_a_stricter_rule_is_read_and_is_put_right_with_the_next_change() {
    let mut harness = Harness::new().await;
    let set = "update brand set public_url = 'http://192.168.1.7:8080' where key = 'northwind'";
    sqlx::query(set).execute(&harness.db.pool).await.unwrap();

    let stored = harness.record("northwind", 0).await.unwrap();
    let refused = harness.update(named(stored.clone(), "Northwind")).await.unwrap_err();
    let mended = BrandRecord { public_url: "https://northwind.example".into(), ..stored.clone() };

    assert_eq!(stored.public_url, "http://192.168.1.7:8080");
    assert_eq!(Problem::from_status(&refused).fields[0].field, "publicUrl");
    assert!(harness.update(mended).await.is_ok());
}

#[tokio::test]
async fn every_fault_of_a_record_is_told_under_its_field() {
    let mut harness = Harness::new().await;
    let mut draft = harness.draft("www.blue.example").await;
    draft.markup_rate = "11".into();
    draft.public_url = "http://blue.example".into();
    let brand = draft.brand.as_mut().unwrap();
    brand.name = " ".into();
    brand.logo = "data:image/svg+xml;base64,AAAA".into();
    brand.theme.as_mut().unwrap().accent = "gold".into();
    brand.social.as_mut().unwrap().facebook = "http://facebook.example".into();

    let refused = harness.create(draft).await.unwrap_err();

    let fields: Vec<_> = Problem::from_status(&refused).fields.into_iter().map(|field| field.field).collect();
    let expected = [
        "markupRate",
        "publicUrl",
        "brand.domain",
        "brand.name",
        "brand.logo",
        "brand.theme.accent",
        "brand.social.facebook",
    ];
    assert_eq!(fields, expected);
}

#[tokio::test]
async fn r012_an_uploaded_logo_is_stored_encoded_anew() {
    let mut harness = Harness::new().await;
    let draft = harness.draft("blue").await;

    let created = harness.create(with_logo(draft, PIXEL)).await.unwrap();
    let updated = harness.update(with_logo(created.clone(), PIXEL)).await.unwrap();
    let shown = harness.client.get_brand(GetBrandRequest { key: "blue".into() }).await.unwrap().into_inner();

    let logo = created.brand.unwrap().logo;
    assert!(logo.starts_with("data:image/png;base64,"));
    assert_ne!(logo, PIXEL);
    assert_eq!(updated.brand.unwrap().logo, logo);
    assert_eq!(shown.brand.unwrap().logo, logo);
}

#[tokio::test]
async fn r012_a_logo_that_is_no_image_or_no_file_of_the_site_is_refused() {
    let mut harness = Harness::new().await;
    let path = "A logo's path is that of an image file of the site";
    let table = [
        (HUGE, "This image is too large"),
        ("data:image/png;base64,iVBORw0KGgo=", "This image can't be read"),
        ("/logos/../secret.png", path),
        ("/api/auth/logout", path),
        ("https://elsewhere.example/logo.png", "A logo is a path on the site"),
        ("\\\\elsewhere.example\\logo.png", "A logo is a path on the site"),
    ];
    for (logo, message) in table {
        let draft = harness.draft("blue").await;
        let refused = harness.create(with_logo(draft, logo)).await.unwrap_err();
        let problem = Problem::from_status(&refused);
        let [fault] = &problem.fields[..] else { panic!("{problem:?}") };
        assert_eq!((problem.code.as_str(), fault.field.as_str()), ("VALIDATION_ERROR", "brand.logo"));
        assert!(fault.message.starts_with(message), "{logo}: {}", fault.message);
    }
    let published = harness.record("solara", 0).await.unwrap();
    assert!(harness.update(with_logo(published.clone(), HUGE)).await.is_err());
    assert!(harness.update(with_logo(published, "/logos/solara.png")).await.is_ok());
}

#[tokio::test]
async fn a_brand_whose_logo_was_stored_under_an_older_rule_is_still_read_and_changed() {
    let mut harness = Harness::new().await;
    let unusable = ["data:image/png;base64,iVBORw0KGgo=", "/logos/../logo"];
    for (logo, other) in unusable.into_iter().zip(unusable.into_iter().rev()) {
        let older = sqlx::query("update brand set logo = $1 where key = 'solara'").bind(logo);
        older.execute(&harness.db.pool).await.unwrap();

        let record = harness.record("solara", 0).await.unwrap();
        assert!(harness.update(with_logo(record.clone(), other)).await.is_err());
        let renamed = harness.update(named(record, &format!("Solara {}", logo.len()))).await.unwrap();

        assert_eq!(renamed.brand.unwrap().logo, logo);
    }
}

#[tokio::test]
async fn r021_a_theme_is_checked_and_a_passing_shade_is_offered() {
    let mut harness = Harness::new().await;
    let theme = Theme {
        primary: "#008870".into(),
        secondary: "#006655".into(),
        accent: "#00ffcc".into(),
        background: "#ffffff".into(),
        text: "#9a9a9a".into(),
        font: "Inter".into(),
        variables: Vec::new(),
    };

    let asked = CheckThemeRequest { theme: Some(theme.clone()) };
    let answer = harness.admin.check_theme(Person::Admin.asks(asked)).await.unwrap().into_inner();
    let mut draft = harness.draft("blue").await;
    draft.brand.as_mut().unwrap().theme = Some(theme);
    let refused = harness.create(draft).await.unwrap_err();

    let text = &answer.checks[0];
    assert_eq!((text.color.as_str(), text.required.as_str(), text.passes), ("text", "4.50", false));
    assert!(text.suggestion.starts_with('#'));
    assert!(answer.checks[1..].iter().all(|check| check.passes && check.suggestion.is_empty()));
    assert!(answer.theme.unwrap().variables.iter().any(|variable| variable.name == "--brand-solid"));
    assert_eq!(Problem::from_status(&refused).fields[0].field, "brand.theme");
}

#[tokio::test]
async fn r031_nobody_but_an_administrator_sees_or_writes_a_record() {
    let mut harness = Harness::new().await;
    let record = harness.record("solara", 0).await.unwrap();

    for person in [Person::Guest, Person::Traveller] {
        let admin = &mut harness.admin;
        let refused = [
            admin.list_brand_summaries(person.asks(ListBrandSummariesRequest {})).await.err(),
            admin
                .get_brand_record(person.asks(GetBrandRecordRequest { key: "solara".into(), version: 0 }))
                .await
                .err(),
            admin.create_brand(person.asks(CreateBrandRequest { record: Some(record.clone()) })).await.err(),
            admin.update_brand(person.asks(UpdateBrandRequest { record: Some(record.clone()) })).await.err(),
            admin.delete_brand(person.asks(DeleteBrandRequest { key: "solara".into() })).await.err(),
            admin.check_theme(person.asks(CheckThemeRequest { theme: None })).await.err(),
        ];
        for status in refused {
            assert_eq!(told(&status.unwrap()), (Code::PermissionDenied, "FORBIDDEN".into()));
        }
    }
}

#[tokio::test]
async fn administrators_see_every_brand_with_its_markup() {
    let mut harness = Harness::new().await;

    let listed = harness.admin.list_brand_summaries(Person::Admin.asks(ListBrandSummariesRequest {})).await;

    let brands: Vec<_> = listed.unwrap().into_inner().brands;
    let told: Vec<_> =
        brands.iter().map(|brand| (brand.key.as_str(), brand.markup_rate.as_str(), brand.version)).collect();
    assert_eq!(&told[..2], [("default", "0.23", 1), ("northwind", "0.18", 1)]);
    assert_eq!(brands[0].updated_at, "2026-03-01T12:00:00Z");
}
