//! A stand-in for svc-brand: one brand, which never changes.

use proto::brand::v1 as messages;
use proto::brand::v1::brand_service_server::{BrandService, BrandServiceServer};
use tonic::service::Routes;
use tonic::{Request, Response, Status};

use super::serve;

/// Of the brand that every host shows.
pub const KEY: &str = "default";
const MARKUP: &str = "0.23";
const SITE: &str = "http://shop.example";

struct Brands;

pub async fn run() -> turmoil::Result {
    serve(Routes::new(BrandServiceServer::new(Brands))).await
}

part_of! {
    BrandService of messages for Brands {
        async fn get_brand(
            &self,
            request: Request<messages::GetBrandRequest>,
        ) -> Result<Response<messages::GetBrandResponse>, Status> {
            if request.get_ref().key != KEY {
                return Err(Status::not_found("no brand has this key"));
            }
            let brand = messages::Brand { domain: KEY.into(), version: 1, ..messages::Brand::default() };
            let policy = messages::BrandPolicy { markup_rate: MARKUP.into(), public_url: SITE.into() };
            Ok(Response::new(messages::GetBrandResponse { brand: Some(brand), policy: Some(policy) }))
        }
    }
    list_brands(ListBrandsRequest) -> ListBrandsResponse;
}
