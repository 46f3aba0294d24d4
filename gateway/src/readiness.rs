use crate::state::Gateway;

/// Whether requests should come here, or why not.
///
/// It has learnt the mode and a brand, and does not drain: one that knows neither sells nothing, and would take visitors
/// from gateways that remember both. A service that is away later does not make the gateway unready: pages and what the
/// other services do go on, and every gateway would leave at once.
pub(crate) async fn check(gateway: &Gateway) -> Result<(), &'static str> {
    if gateway.draining.is_cancelled() {
        Err("stopping")
    } else if gateway.modes.known().is_none() {
        Err("the system's mode is not known yet: svc-identity has not answered")
    } else if !gateway.brands.are_known().await {
        Err("no brand is known yet: svc-brand has not answered")
    } else {
        Ok(())
    }
}
