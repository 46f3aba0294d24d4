//! The storms themselves.

pub mod broker_recovery;
pub mod carding;
pub mod certificates;
pub mod crash_matrix;
mod crash_points;
pub mod double_submit;
mod faults;
pub mod kill_postgres;
mod meanwhile;
mod older;
mod overtaking;
pub mod rate_limit;
pub mod recovery_time;
pub mod redeliver;
pub mod replicas;
pub mod restore;
pub mod rotation;
pub mod sandbox_storm;
pub mod slowloris;
pub mod under_load;
