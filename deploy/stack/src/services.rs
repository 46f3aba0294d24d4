//! The six services and the gateway as tasks of this process: how they are started and stopped.

use std::sync::Arc;

use anyhow::Context;
use futures::future::select_all;
use service::{Lifecycle, SharedClock, SystemClock};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::programs::{
    CALLERS_FIRST, GATEWAY, NAMES, address, booking, brand, gateway_settings, identity, offers, payments,
    port_of, search,
};
use crate::settings::RunArgs;

/// The running services.
pub(crate) struct Services {
    clock: SharedClock,
    running: Vec<Running>,
}

struct Running {
    name: &'static str,
    stop: CancellationToken,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Services {
    /// Starts all that `args` do not leave out.
    pub async fn start(args: &RunArgs) -> anyhow::Result<Self> {
        let mut services = Self { clock: Arc::new(SystemClock), running: Vec::new() };
        for name in
            NAMES.into_iter().chain([GATEWAY]).filter(|name| !args.without.iter().any(|left| left == name))
        {
            services.start_one(name, args).await?;
        }
        Ok(services)
    }

    /// Starts one service by its name.
    pub async fn start_one(&mut self, name: &'static str, args: &RunArgs) -> anyhow::Result<()> {
        let clock = self.clock.clone();
        match name {
            "svc-search" => {
                let app = svc_search::App::build(search(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, lifecycle| app.run(listener, lifecycle)).await
            }
            "svc-offers" => {
                let app = svc_offers::App::build(offers(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, lifecycle| app.run(listener, lifecycle)).await
            }
            "svc-booking" => {
                let app = svc_booking::App::build(booking(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, lifecycle| app.run(listener, lifecycle)).await
            }
            "svc-payments" => {
                let app = svc_payments::App::build(payments(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, lifecycle| app.run(listener, lifecycle)).await
            }
            "svc-identity" => {
                let app = svc_identity::App::build(identity(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, lifecycle| app.run(listener, lifecycle)).await
            }
            "svc-brand" => {
                let app = svc_brand::App::build(brand(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, lifecycle| app.run(listener, lifecycle)).await
            }
            GATEWAY => {
                let app = gateway::App::build(gateway_settings(args).parse()?, clock).await?;
                self.spawn(name, args, |listener, lifecycle| app.run(listener, lifecycle)).await
            }
            other => anyhow::bail!("{other} is no service of ours"),
        }
    }

    async fn spawn<F>(
        &mut self,
        name: &'static str,
        args: &RunArgs,
        run: impl FnOnce(TcpListener, Lifecycle) -> F,
    ) -> anyhow::Result<()>
    where
        F: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        let port = port_of(name, &args.ports);
        let listener =
            TcpListener::bind(address(port)).await.with_context(|| format!("port {port} for {name}"))?;
        let stop = CancellationToken::new();
        let task = tokio::spawn(run(listener, stop.clone().into()));
        self.running.push(Running { name, stop, task });
        Ok(())
    }

    /// Lets one service finish what is under way, and end.
    pub async fn stop_one(&mut self, name: &str) {
        let Some(place) = self.running.iter().position(|running| running.name == name) else { return };
        self.running.swap_remove(place).stop().await;
    }

    /// Returns when `shutdown` is cancelled or a service ends by itself, which is an error.
    pub async fn until(&mut self, shutdown: &CancellationToken) -> anyhow::Result<()> {
        let ended = select_all(self.running.iter_mut().map(|running| &mut running.task));
        tokio::select! {
            () = shutdown.cancelled() => Ok(()),
            (outcome, place, _) = ended => {
                let name = self.running.swap_remove(place).name;
                outcome?.with_context(|| format!("{name} failed"))?;
                anyhow::bail!("{name} ended by itself")
            }
        }
    }

    /// Lets every service finish what is under way. Who calls others stops before them.
    pub async fn stop(mut self) {
        for name in CALLERS_FIRST {
            self.stop_one(name).await;
        }
    }
}

impl Running {
    async fn stop(self) {
        self.stop.cancel();
        if let Err(error) = self.task.await.map_err(anyhow::Error::from).and_then(|ended| ended) {
            tracing::error!(service = self.name, error = format!("{error:#}"), "did not stop cleanly");
        }
    }
}
