//! The calls of the brand manager.

use proto::brand::v1::brand_admin_service_server::BrandAdminService;
use proto::brand::v1::{
    BrandRecord, CheckThemeRequest, CheckThemeResponse, CreateBrandRequest, CreateBrandResponse,
    DeleteBrandRequest, DeleteBrandResponse, GetBrandRecordRequest, GetBrandRecordResponse,
    ListBrandSummariesRequest, ListBrandSummariesResponse, UpdateBrandRequest, UpdateBrandResponse,
};
use service::{FieldErrors, RequestContext};
use tonic::{Request, Response, Status};

use super::{Brands, convert, record};
use crate::domain::brand::{Brand, DEFAULT_KEY};
use crate::domain::key::is_reserved;
use crate::error::Error;
use crate::store::brand_version::Written;
use crate::{publish, store};

impl Brands {
    /// Who writes, and when. Nobody but an administrator does.
    fn administrator<T>(&self, request: &Request<T>) -> Result<Written, Status> {
        let user = RequestContext::of(request)?.require_admin()?;
        Ok(Written { by: Some(user.id), at: self.clock.now() })
    }

    async fn record(&self, key: &str, version: i64) -> Result<GetBrandRecordResponse, Error> {
        let stored = store::brand::find(&self.pool, key).await?.ok_or(Error::BrandNotFound)?;
        let versions = store::brand_version::list(&self.pool, key).await?;
        let record = match version {
            0 => convert::record(&stored.brand, stored.version, &self.system_url),
            earlier => {
                let found = store::brand_version::find(&self.pool, key, earlier).await?;
                convert::record(&found.ok_or(Error::BrandNotFound)?, earlier, &self.system_url)
            }
        };
        let versions = versions.iter().map(convert::brand_version).collect();
        Ok(GetBrandRecordResponse { record: Some(record), versions })
    }

    async fn create(&self, sent: BrandRecord, written: Written) -> Result<BrandRecord, Error> {
        let (brand, _) = record::parse(sent)?;
        let mut errors = FieldErrors::default();
        let is_free = !is_reserved(brand.key.as_str());
        errors.require(is_free, "brand.domain", "This key is kept for the system. Please choose another.");
        errors.into_result()?;
        let mut transaction = self.pool.begin().await?;
        let version = publish::create(&mut transaction, &brand, written).await?;
        let version = version.ok_or(Error::BrandExists)?;
        transaction.commit().await?;
        Ok(self.published(&brand, version))
    }

    async fn replace(&self, sent: BrandRecord, written: Written) -> Result<BrandRecord, Error> {
        let (brand, replaced) = record::parse(sent)?;
        let mut transaction = self.pool.begin().await?;
        let version = publish::replace(&mut transaction, &brand, replaced, written).await?;
        let Some(version) = version else {
            let is_there = store::brand::find(&mut *transaction, brand.key.as_str()).await?.is_some();
            return Err(if is_there { Error::BrandChanged } else { Error::BrandNotFound });
        };
        transaction.commit().await?;
        Ok(self.published(&brand, version))
    }

    async fn delete(&self, key: &str, written: Written) -> Result<(), Error> {
        if key == DEFAULT_KEY {
            return Err(Error::DefaultBrand);
        }
        let mut transaction = self.pool.begin().await?;
        if !publish::delete(&mut transaction, key, written).await? {
            return Err(Error::BrandNotFound);
        }
        transaction.commit().await?;
        self.wake.notify_one();
        Ok(())
    }

    fn published(&self, brand: &Brand, version: i64) -> BrandRecord {
        self.wake.notify_one();
        convert::record(brand, version, &self.system_url)
    }
}

#[tonic::async_trait]
impl BrandAdminService for Brands {
    async fn list_brand_summaries(
        &self,
        request: Request<ListBrandSummariesRequest>,
    ) -> Result<Response<ListBrandSummariesResponse>, Status> {
        self.administrator(&request)?;
        let stored = store::brand::list(&self.pool).await.map_err(Error::Internal)?;
        let brands = stored.iter().map(convert::brand_summary).collect();
        Ok(Response::new(ListBrandSummariesResponse { brands }))
    }

    async fn get_brand_record(
        &self,
        request: Request<GetBrandRecordRequest>,
    ) -> Result<Response<GetBrandRecordResponse>, Status> {
        self.administrator(&request)?;
        let GetBrandRecordRequest { key, version } = request.into_inner();
        Ok(Response::new(self.record(&key.to_lowercase(), version).await?))
    }

    async fn create_brand(
        &self,
        request: Request<CreateBrandRequest>,
    ) -> Result<Response<CreateBrandResponse>, Status> {
        let written = self.administrator(&request)?;
        let record = self.create(request.into_inner().record.unwrap_or_default(), written).await?;
        Ok(Response::new(CreateBrandResponse { record: Some(record) }))
    }

    async fn update_brand(
        &self,
        request: Request<UpdateBrandRequest>,
    ) -> Result<Response<UpdateBrandResponse>, Status> {
        let written = self.administrator(&request)?;
        let record = self.replace(request.into_inner().record.unwrap_or_default(), written).await?;
        Ok(Response::new(UpdateBrandResponse { record: Some(record) }))
    }

    async fn delete_brand(
        &self,
        request: Request<DeleteBrandRequest>,
    ) -> Result<Response<DeleteBrandResponse>, Status> {
        let written = self.administrator(&request)?;
        self.delete(&request.into_inner().key, written).await?;
        Ok(Response::new(DeleteBrandResponse {}))
    }

    async fn check_theme(
        &self,
        request: Request<CheckThemeRequest>,
    ) -> Result<Response<CheckThemeResponse>, Status> {
        self.administrator(&request)?;
        let seeds = record::parse_seeds(request.into_inner().theme.unwrap_or_default());
        Ok(Response::new(convert::theme_checked(&seeds.map_err(Error::Invalid)?)))
    }
}
