use std::sync::Arc;

use sqlx::PgPool;

use super::Payments;
use crate::config::ReconcileArgs;

/// What administrators and the comparison of the books need beside the payments: both read Postgres at large.
pub struct Office {
    pub payments: Arc<Payments>,
    pub pool: PgPool,
    pub reconciliation: ReconcileArgs,
}
