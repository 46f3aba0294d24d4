//! A replica of the gateway: the product's own, without a broker and without pages.

use clap::Parser;
use gateway::{Channels, Engine, Parts, SiteArgs};
use service::SettingsCheck;
use tokio_util::sync::CancellationToken;

use super::{BRAND, IDENTITY, OFFERS, PAYMENTS, REPLICAS};
use crate::network::{Front, channel, channel_to, channel_to_nobody};
use crate::world::World;

/// Buyers come by a proxy that says who each of them is: the shop, in this network.
const SETTINGS: [&str; 5] = ["gateway", "--web-dir", "none", "--trusted-proxies", "192.168.0.0/16"];

pub async fn run(world: World) -> turmoil::Result {
    let engine = Engine::new(Parts {
        channels: channels(&world)?,
        clock: world.clock,
        broker: None,
        site: SiteArgs::parse_from(SETTINGS),
        check: SettingsCheck::default(),
    })?;
    engine.run(Front::open().await?, CancellationToken::new().into()).await?;
    Ok(())
}

fn channels(world: &World) -> anyhow::Result<Channels> {
    Ok(Channels {
        search: channel_to_nobody()?,
        offers: channel(OFFERS)?,
        booking: channel_to(&REPLICAS, &world.dice)?,
        payments: channel_to(&PAYMENTS, &world.dice)?,
        identity: channel(IDENTITY)?,
        brand: channel(BRAND)?,
    })
}
