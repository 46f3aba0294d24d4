//! What visitors write to a brand.

use axum::Json as Answer;
use axum::extract::{Path, Query, State};
use http::StatusCode;
use proto::brand::v1 as brand;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::auth::Done;
use crate::limits::Budget;
use crate::problem::{ApiError, said};
use crate::request::{Admin, Json, OptionalSession};
use crate::state::Shared;

/// Of messages.
const LARGEST_PAGE: u32 = 100;

#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum EnquiryKind {
    /// Needs name, reason, message, preferredContact and consents.
    Contact,
    /// Needs name, subject and message.
    Support,
    /// Needs the address alone. A second subscription changes nothing.
    Subscribe,
}

/// A form as it was typed. Which fields a kind needs stands at the kind.
// Without Debug: names and addresses are not for logs.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EnquiryRequest {
    kind: EnquiryKind,
    email: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    phone: String,
    /// booking, cancellation, technical, billing, feedback, partnership or other.
    #[serde(default)]
    reason: String,
    #[serde(default)]
    subject: String,
    #[serde(default)]
    booking_reference: String,
    #[serde(default)]
    message: String,
    /// email or phone.
    #[serde(default)]
    preferred_contact: String,
    /// To the privacy policy.
    #[serde(default)]
    consents: bool,
}

/// An enquiry that has arrived. Fields that were left out are empty.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Enquiry {
    id: String,
    /// The key of the brand that was written to.
    brand: String,
    /// RFC 3339, UTC.
    created_at: String,
    kind: EnquiryKind,
    email: String,
    name: String,
    phone: String,
    reason: String,
    subject: String,
    booking_reference: String,
    message: String,
    preferred_contact: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct EnquiryPage {
    enquiries: Vec<Enquiry>,
    /// For the next page; null on the last.
    next: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct EnquiryQuery {
    /// `next` of the page before.
    after: Option<String>,
    /// 1 to 100; 25 where it is left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

impl EnquiryQuery {
    /// svc-brand takes 0 for a number that was not sent, and takes a larger one for the largest.
    fn page_size(&self) -> Result<u32, ApiError> {
        match self.limit {
            None => Ok(0),
            Some(limit @ 1..=LARGEST_PAGE) => Ok(limit),
            Some(_) => Err(ApiError::invalid_field("limit", "A page has 1 to 100 messages")),
        }
    }
}

/// Takes a message or a subscription, and mails it to the brand.
#[utoipa::path(
    post, path = "/api/enquiries", tag = "brand", request_body = EnquiryRequest,
    responses(
        (status = ACCEPTED, body = Done),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = TOO_MANY_REQUESTS, description = "RATE_LIMITED"),
    )
)]
pub(super) async fn create_enquiry(
    State(gateway): State<Shared>,
    OptionalSession(context): OptionalSession,
    Json(request): Json<EnquiryRequest>,
) -> Result<(StatusCode, Answer<Done>), ApiError> {
    if let Some(session_id) = context.session_id {
        gateway.limits.check_session(Budget::Enquiry, session_id)?;
    }
    let message = brand::CreateEnquiryRequest { form: Some(request.into()) };
    gateway.services.enquiries.clone().create_enquiry(context.request(message)).await?;
    Ok((StatusCode::ACCEPTED, Done::saying("Thank you. We have received your message.")))
}

/// What visitors of all brands wrote, the newest first.
#[utoipa::path(
    get, path = "/api/admin/enquiries", tag = "system", params(EnquiryQuery),
    responses(
        (status = OK, body = EnquiryPage),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(super) async fn list_enquiries(
    State(gateway): State<Shared>,
    Admin(context): Admin,
    Query(query): Query<EnquiryQuery>,
) -> Result<Answer<EnquiryPage>, ApiError> {
    let message = brand::ListEnquiriesRequest {
        page_size: query.page_size()?,
        page_token: query.after.unwrap_or_default(),
    };
    let answer = gateway.services.enquiries.clone().list_enquiries(context.request(message)).await?;
    let page = answer.into_inner();
    Ok(Answer(EnquiryPage {
        enquiries: page.enquiries.into_iter().map(Enquiry::from).collect(),
        next: said(page.next_page_token),
    }))
}

/// Forgets what a visitor wrote, or ends a subscription. The answer is the same where that was done before.
#[utoipa::path(
    delete, path = "/api/admin/enquiries/{id}", tag = "system", params(("id" = String, Path)),
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
    )
)]
pub(super) async fn delete_enquiry(
    State(gateway): State<Shared>,
    Admin(context): Admin,
    Path(id): Path<String>,
) -> Result<Answer<Done>, ApiError> {
    let request = context.request(brand::DeleteEnquiryRequest { id });
    gateway.services.enquiries.clone().delete_enquiry(request).await?;
    Ok(Done::saying("The enquiry is deleted"))
}

impl From<EnquiryRequest> for brand::EnquiryForm {
    fn from(request: EnquiryRequest) -> Self {
        let kind = match request.kind {
            EnquiryKind::Contact => brand::EnquiryKind::Contact,
            EnquiryKind::Support => brand::EnquiryKind::Support,
            EnquiryKind::Subscribe => brand::EnquiryKind::Subscribe,
        };
        Self {
            kind: kind.into(),
            email: request.email,
            name: request.name,
            phone: request.phone,
            reason: request.reason,
            subject: request.subject,
            booking_reference: request.booking_reference,
            message: request.message,
            preferred_contact: request.preferred_contact,
            consents: request.consents,
        }
    }
}

impl From<brand::Enquiry> for Enquiry {
    fn from(enquiry: brand::Enquiry) -> Self {
        let form = enquiry.form.unwrap_or_default();
        let kind = match form.kind() {
            brand::EnquiryKind::Support => EnquiryKind::Support,
            brand::EnquiryKind::Subscribe => EnquiryKind::Subscribe,
            brand::EnquiryKind::Contact | brand::EnquiryKind::Unspecified => EnquiryKind::Contact,
        };
        Self {
            id: enquiry.id,
            brand: enquiry.brand,
            created_at: enquiry.created_at,
            kind,
            email: form.email,
            name: form.name,
            phone: form.phone,
            reason: form.reason,
            subject: form.subject,
            booking_reference: form.booking_reference,
            message: form.message,
            preferred_contact: form.preferred_contact,
        }
    }
}
