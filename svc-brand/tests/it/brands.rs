use proto::brand::v1::{GetBrandRequest, ListBrandsRequest};
use service::Problem;
use tonic::Code;

use crate::harness::Harness;

#[tokio::test]
async fn s008_the_default_brand_has_its_colours_and_the_default_markup() {
    let mut harness = Harness::new().await;

    let answer = harness.client.get_brand(GetBrandRequest { key: "default".into() }).await.unwrap();

    let answer = answer.into_inner();
    let (brand, policy) = (answer.brand.unwrap(), answer.policy.unwrap());
    let theme = brand.theme.unwrap();
    let colors = [theme.primary, theme.secondary, theme.accent, theme.background, theme.text];
    assert_eq!(colors, ["#008870", "#006655", "#00ffcc", "#ffffff", "#333333"]);
    assert_eq!((theme.font.as_str(), brand.domain.as_str(), brand.version), ("Inter", "default", 1));
    assert_eq!(policy.markup_rate, money::MarkupRate::DEFAULT);
    assert_eq!(policy.public_url, "http://localhost:8080/");
    assert!(theme.variables.iter().any(|v| v.name == "--brand-solid" && v.value == "#00816a"));
}

#[tokio::test]
async fn a_key_is_found_whatever_its_case() {
    let mut harness = Harness::new().await;

    let answer = harness.client.get_brand(GetBrandRequest { key: "NorthWind".into() }).await.unwrap();

    assert_eq!(answer.into_inner().brand.unwrap().name, "Northwind Fares");
}

#[tokio::test]
async fn an_unknown_key_is_not_found() {
    let mut harness = Harness::new().await;

    let status = harness.client.get_brand(GetBrandRequest { key: "nobody".into() }).await.unwrap_err();

    assert_eq!(
        (status.code(), Problem::from_status(&status).code.as_str()),
        (Code::NotFound, "BRAND_NOT_FOUND")
    );
}

#[tokio::test]
async fn the_list_holds_every_brand_by_key() {
    let mut harness = Harness::new().await;

    let answer = harness.client.list_brands(ListBrandsRequest {}).await.unwrap();

    let keys: Vec<_> = answer.into_inner().brands.into_iter().map(|brand| brand.domain).collect();
    assert_eq!(keys, ["default", "northwind", "onyx", "solara"]);
}

#[tokio::test]
async fn a_fault_of_the_database_is_told_without_its_cause() {
    let mut harness = Harness::new().await;
    sqlx::query("drop table brand cascade").execute(&harness.db.pool).await.unwrap();

    let status = harness.client.get_brand(GetBrandRequest { key: "default".into() }).await.unwrap_err();

    assert_eq!(Problem::from_status(&status).code, "INTERNAL_ERROR");
    assert!(!status.message().contains("relation"));
}
