use texts::Locale;
use time::Duration;
use uuid::Uuid;

use super::Brands;
use crate::domain::enquiry::{Enquiry, Form};
use crate::error::Error;
use crate::{email, store};

const USUAL_PAGE: u32 = 25;
const LARGEST_PAGE: u32 = 100;

/// Enquiries, newest first.
pub struct EnquiryPage {
    pub enquiries: Vec<Enquiry>,
    /// The next page starts after this one; nothing on the last page.
    pub next: Option<Uuid>,
}

impl Brands {
    /// Stores what a visitor wrote, and its mail to the brand in the same transaction, so that the brand learns of every
    /// enquiry.
    pub async fn create_enquiry(&self, brand: String, typed: Form, consents: bool) -> Result<(), Error> {
        let form = typed.checked(consents)?;
        let found = store::brand::find(&self.pool, &brand).await?;
        let contact = found.ok_or(Error::BrandNotFound)?.brand.contact;
        let now = self.clock.now();
        let enquiry = Enquiry { id: Uuid::now_v7(), brand, form, created_at: now };

        let mut transaction = self.pool.begin().await?;
        if store::enquiry::insert(&mut transaction, &enquiry).await? {
            let mail = email::enquiry(&enquiry, &contact, Locale::English);
            mail::enqueue(&mut transaction, &self.seal, &mail, now).await?;
        }
        transaction.commit().await?;
        self.mail_sender.notify_one();
        Ok(())
    }

    /// Returns the enquiries that are older than `before`, or the newest. A page size of 0 is the usual one.
    pub async fn list_enquiries(&self, before: Option<Uuid>, page_size: u32) -> Result<EnquiryPage, Error> {
        let size = if page_size == 0 { USUAL_PAGE } else { page_size.min(LARGEST_PAGE) };
        // One more than asked for says whether there is a next page.
        let mut enquiries = store::enquiry::list(&self.pool, before, i64::from(size) + 1).await?;
        let has_more = enquiries.len() > size as usize;
        enquiries.truncate(size as usize);
        let next = enquiries.last().filter(|_| has_more).map(|enquiry| enquiry.id);
        Ok(EnquiryPage { enquiries, next })
    }

    /// Deletes an enquiry, if there is one of this id.
    pub async fn delete_enquiry(&self, id: Uuid, by: Uuid) -> Result<(), Error> {
        if store::enquiry::delete(&self.pool, id).await? {
            tracing::info!(enquiry.id = %id, user.id = %by, "an administrator deleted an enquiry");
        }
        Ok(())
    }

    /// Removes messages that have been kept for this long.
    pub async fn forget_enquiries(&self, kept: Duration) -> sqlx::Result<()> {
        store::enquiry::forget(&self.pool, self.clock.now() - kept).await
    }
}
