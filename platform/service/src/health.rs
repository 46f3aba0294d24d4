//! Asks a service on this machine whether it is ready: the container's health check.

use std::time::Duration;

use anyhow::{Context, ensure};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::server::ServerArgs;

/// Succeeds when the service `name` that listens as `args` say answers SERVING within two seconds.
pub async fn probe(name: &'static str, args: &ServerArgs) -> anyhow::Result<()> {
    let channel =
        crate::client::channel(name, &format!("http://127.0.0.1:{}", args.listen.port()), &args.tls)?;
    let mut request = tonic::Request::new(HealthCheckRequest::default());
    request.set_timeout(Duration::from_secs(2));
    let answer =
        HealthClient::new(channel).check(request).await.with_context(|| format!("{name} does not answer"))?;
    ensure!(answer.into_inner().status() == ServingStatus::Serving, "{name} is not ready");
    Ok(())
}
