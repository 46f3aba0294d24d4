//! A store behind a bad connection: late, and now and then gone before a call took effect, or after it.

use std::sync::Arc;

use crate::dice::Dice;
use crate::weather::Weather;

/// Carries each call over the line; `$own` are calls with an answer that needs the line itself.
macro_rules! carried {
    ($repository:path { $($own:item)* } $($name:ident($($arg:ident: $type:ty),*) -> $result:ty;)+) => {
        #[tonic::async_trait]
        impl<S: $repository + Clone + 'static> $repository for Flaky<S> {
            $(async fn $name(&self, $($arg: $type),*) -> anyhow::Result<$result> {
                self.line.carry(self.store.$name($($arg),*)).await
            })+
            $($own)*
        }
    };
}

mod bookings;
mod payments;

/// Wraps a store for one host.
#[derive(Clone)]
pub struct Flaky<S> {
    pub store: S,
    pub line: Line,
}

/// The way to the store.
#[derive(Clone)]
pub struct Line {
    pub dice: Dice,
    pub weather: Arc<Weather>,
}

impl Line {
    /// A call over the line. Dropped in the middle, it has taken effect or has not: as with a host that dies.
    async fn carry<T>(&self, call: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
        tokio::time::sleep(self.dice.millis(0..=8)).await;
        self.hold("before")?;
        let answer = call.await;
        tokio::time::sleep(self.dice.millis(0..=8)).await;
        self.hold("after")?;
        answer
    }

    fn hold(&self, when: &str) -> anyhow::Result<()> {
        let breaks = self.weather.is_bad() && self.dice.percent(2);
        anyhow::ensure!(!breaks, "the connection to the store broke {when} the call took effect");
        Ok(())
    }
}
