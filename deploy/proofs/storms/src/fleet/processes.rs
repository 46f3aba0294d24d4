//! The processes of a fleet, for those who look at them from outside.

use servers::{Nats, Postgres};

use super::{Fleet, NATS, POSTGRES};

impl Fleet {
    /// The process ids of what runs, by name, without the sandbox. Postgres' is the parent of its others.
    pub fn processes(&self) -> Vec<(&'static str, u32)> {
        let services = self.services.iter().map(|(name, program)| (*name, program.pid()));
        let postgres = (POSTGRES, self.postgres.as_ref().and_then(Postgres::pid));
        let nats = (NATS, self.nats.as_ref().and_then(Nats::pid));
        services.chain([postgres, nats]).filter_map(|(name, pid)| Some((name, pid?))).collect()
    }
}
