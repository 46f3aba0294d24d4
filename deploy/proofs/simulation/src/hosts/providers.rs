//! The sandbox, as two hosts: the airline and the card provider. Its books outlive its connections.

use sandbox::Hosted;

use super::whims;
use crate::network::listen;
use crate::world::World;

pub async fn run_airline(world: World) -> turmoil::Result {
    tokio::spawn(whims::follow(world.clone()));
    answer(world.providers).await
}

pub async fn run_bank(providers: Hosted) -> turmoil::Result {
    let keeper = providers.clone();
    tokio::spawn(async move { keeper.keep_settling().await });
    answer(providers).await
}

async fn answer(providers: Hosted) -> turmoil::Result {
    let listener = listen().await?;
    loop {
        let (stream, _) = listener.accept().await?;
        let providers = providers.clone();
        tokio::spawn(async move { providers.converse(stream).await });
    }
}
