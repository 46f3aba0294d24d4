//! What is in manual review. For administrators alone.

use std::sync::Arc;

use sqlx::PgPool;

use super::Payments;
use crate::config::ReconcileArgs;
use crate::domain::ledger;
use crate::domain::review::allowed;
use crate::domain::review_case::{OpenDifference, ReviewCase, ReviewTotals};
use crate::error::Error;
use crate::store::refund;
use crate::store::review_queue::{self as store, PaymentInReview};

/// Manual review and reconciliation. Both read more of Postgres than the payments' repository offers.
pub struct ReviewService {
    pub payments: Arc<Payments>,
    pub pool: PgPool,
    pub reconciliation: ReconcileArgs,
}

/// What waits for an administrator, the oldest first.
#[derive(Debug)]
pub struct ReviewQueue {
    pub cases: Vec<ReviewCase>,
    /// Amounts that only one ledger has, and that belong to no payment.
    pub stray_differences: Vec<OpenDifference>,
    pub totals: ReviewTotals,
}

impl ReviewService {
    /// Lists what is in manual review.
    pub async fn queue(&self) -> Result<ReviewQueue, Error> {
        let (cases, stray_differences, totals) =
            tokio::try_join!(self.cases(), self.stray_differences(), self.totals())?;
        Ok(ReviewQueue { cases, stray_differences, totals })
    }

    async fn cases(&self) -> Result<Vec<ReviewCase>, Error> {
        let mut cases = Vec::new();
        for seen in store::payments(&self.pool).await? {
            cases.push(self.case(seen).await?);
        }
        Ok(cases)
    }

    async fn stray_differences(&self) -> Result<Vec<OpenDifference>, Error> {
        Ok(store::stray_differences(&self.pool).await?)
    }

    async fn totals(&self) -> Result<ReviewTotals, Error> {
        Ok(store::totals(&self.pool).await?)
    }

    async fn case(&self, seen: PaymentInReview) -> Result<ReviewCase, Error> {
        let payment = self.payments.load(seen.mode, seen.id).await?;
        let id = payment.id.uuid();
        let (calls, refunds, differences, history) = tokio::try_join!(
            store::calls(&self.pool, id),
            refund::all(&self.pool, &payment),
            store::differences(&self.pool, id),
            store::history(&self.pool, id),
        )?;
        Ok(ReviewCase {
            created_at: seen.created_at,
            held: ledger::held(&payment),
            actions: allowed(&payment),
            payment,
            calls,
            refunds,
            differences,
            history,
        })
    }
}
