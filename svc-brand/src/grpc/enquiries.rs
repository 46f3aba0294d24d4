use std::sync::Arc;

use anyhow::Context;
use proto::brand::v1 as message;
use proto::brand::v1::enquiry_service_server::EnquiryService;
use service::{Problem, RequestContext, SharedClock};
use sqlx::PgPool;
use time::format_description::well_known::Rfc3339;
use tokio::sync::Notify;
use tonic::{Code, Request, Response, Status};
use uuid::Uuid;

use crate::domain::enquiry::{Enquiry, Form, Kind};
use crate::error::Error;
use crate::{mails, store};

const USUAL_PAGE: u32 = 25;
const LARGEST_PAGE: u32 = 100;

pub struct Enquiries {
    pub pool: PgPool,
    pub clock: SharedClock,
    /// Told after a commit, so that the mail goes out at once.
    pub wake_sender: Arc<Notify>,
}

#[tonic::async_trait]
impl EnquiryService for Enquiries {
    async fn create_enquiry(
        &self,
        request: Request<message::CreateEnquiryRequest>,
    ) -> Result<Response<message::CreateEnquiryResponse>, Status> {
        let context = RequestContext::of(&request)?;
        let typed = request.into_inner().form.unwrap_or_default();
        let consents = typed.consents;
        let form = form(typed)?.checked(consents).map_err(Error::from)?;
        self.keep(context.brand, form).await?;
        Ok(Response::new(message::CreateEnquiryResponse {}))
    }

    async fn list_enquiries(
        &self,
        request: Request<message::ListEnquiriesRequest>,
    ) -> Result<Response<message::ListEnquiriesResponse>, Status> {
        RequestContext::of(&request)?.require_admin()?;
        Ok(Response::new(self.page(&request.into_inner()).await?))
    }

    async fn delete_enquiry(
        &self,
        request: Request<message::DeleteEnquiryRequest>,
    ) -> Result<Response<message::DeleteEnquiryResponse>, Status> {
        let by = RequestContext::of(&request)?.require_admin()?.id;
        // What is no id names nothing.
        let Ok(id) = request.into_inner().id.parse::<Uuid>() else {
            return Ok(Response::new(message::DeleteEnquiryResponse {}));
        };
        if store::enquiry::delete(&self.pool, id).await.map_err(Error::from)? {
            tracing::info!(enquiry.id = %id, user.id = %by, "an administrator deleted an enquiry");
        }
        Ok(Response::new(message::DeleteEnquiryResponse {}))
    }
}

impl Enquiries {
    /// Writes the enquiry and its mail together, so that none is kept that nobody is told of.
    async fn keep(&self, brand: String, form: Form) -> Result<(), Error> {
        let found = store::brand::find(&self.pool, &brand).await?;
        let contact = found.ok_or(Error::BrandNotFound)?.brand.contact;
        let now = self.clock.now();
        let enquiry = Enquiry { id: Uuid::now_v7(), brand, form, created_at: now };

        let mut transaction = self.pool.begin().await?;
        if store::enquiry::insert(&mut transaction, &enquiry).await? {
            mail::enqueue(&mut transaction, &mails::SEAL, &mails::enquiry(&enquiry, &contact), now).await?;
        }
        transaction.commit().await?;
        self.wake_sender.notify_one();
        Ok(())
    }

    async fn page(
        &self,
        request: &message::ListEnquiriesRequest,
    ) -> Result<message::ListEnquiriesResponse, Error> {
        let before = Some(&request.page_token).filter(|token| !token.is_empty());
        let before = before.map(|token| token.parse()).transpose().map_err(|_| bad_page_token())?;
        let size = if request.page_size == 0 { USUAL_PAGE } else { request.page_size.min(LARGEST_PAGE) };
        // One more than asked for says whether there is a next page.
        let mut found = store::enquiry::list(&self.pool, before, i64::from(size) + 1).await?;
        let has_more = found.len() > size as usize;
        found.truncate(size as usize);
        let last = found.last().filter(|_| has_more);
        let next_page_token = last.map(|enquiry| enquiry.id.to_string()).unwrap_or_default();
        let enquiries = found.into_iter().map(shown).collect::<anyhow::Result<_>>()?;
        Ok(message::ListEnquiriesResponse { enquiries, next_page_token })
    }
}

fn bad_page_token() -> Problem {
    Problem::new(Code::InvalidArgument, "VALIDATION_ERROR", "There is no such page.")
}

fn form(typed: message::EnquiryForm) -> Result<Form, Error> {
    let kind = match typed.kind() {
        message::EnquiryKind::Contact => Kind::Contact,
        message::EnquiryKind::Support => Kind::Support,
        message::EnquiryKind::Subscribe => Kind::Subscribe,
        message::EnquiryKind::Unspecified => {
            return Err(Problem::internal(&"an enquiry without a kind").into());
        }
    };
    Ok(Form {
        kind,
        email: typed.email,
        name: typed.name,
        phone: typed.phone,
        reason: typed.reason,
        subject: typed.subject,
        booking_reference: typed.booking_reference,
        message: typed.message,
        preferred_contact: typed.preferred_contact,
    })
}

fn shown(enquiry: Enquiry) -> anyhow::Result<message::Enquiry> {
    let Enquiry { id, brand, form, created_at } = enquiry;
    let kind = match form.kind {
        Kind::Contact => message::EnquiryKind::Contact,
        Kind::Support => message::EnquiryKind::Support,
        Kind::Subscribe => message::EnquiryKind::Subscribe,
    };
    Ok(message::Enquiry {
        id: id.to_string(),
        brand,
        created_at: created_at.format(&Rfc3339).context("a time as text")?,
        form: Some(message::EnquiryForm {
            kind: kind.into(),
            email: form.email,
            name: form.name,
            phone: form.phone,
            reason: form.reason,
            subject: form.subject,
            booking_reference: form.booking_reference,
            message: form.message,
            preferred_contact: form.preferred_contact,
            consents: kind == message::EnquiryKind::Contact,
        }),
    })
}
