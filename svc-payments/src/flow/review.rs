use std::sync::Arc;

use sqlx::PgPool;

use super::Payments;
use crate::config::ReconcileArgs;

/// Manual review and reconciliation. Both read more of Postgres than the payments' repository offers.
pub struct ReviewService {
    pub payments: Arc<Payments>,
    pub pool: PgPool,
    pub reconciliation: ReconcileArgs,
}
