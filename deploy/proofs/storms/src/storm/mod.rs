//! The storms themselves.

pub mod alarms;
pub mod broker_recovery;
pub mod carding;
pub mod certificates;
pub mod crash_matrix;
mod crash_points;
pub mod double_submit;
mod faults;
pub mod kill_postgres;
pub mod lockout;
mod meanwhile;
mod older;
pub mod older_programs;
mod overtaking;
pub mod rate_limit;
pub mod recovery_time;
pub mod redeliver;
pub mod replicas;
pub mod restore;
pub mod rotation;
pub mod sandbox_storm;
pub mod sessions;
pub mod slowloris;
pub mod under_load;
