//! The service's calls. Each translates its message, calls one operation of `Brands`, and translates the result.

mod admin;
mod brands;
mod convert;
mod convert_watches;
mod enquiries;
mod record;
mod watches;

use service::RequestContext;
use tonic::{Request, Status};
use uuid::Uuid;

use crate::ops::Brands;

/// The handlers of `BrandService`, `BrandAdminService`, `EnquiryService` and `WatchService`.
#[derive(Clone)]
pub struct BrandHandlers(pub Brands);

/// The id of the administrator who sends the request; FORBIDDEN for everyone else.
fn administrator<T>(request: &Request<T>) -> Result<Uuid, Status> {
    Ok(RequestContext::of(request)?.require_admin()?.id)
}
