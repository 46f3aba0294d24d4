//! The sandbox, as two hosts: the airline and the card provider. Its books outlive its connections.

use sandbox::Hosted;

use crate::network::listen;

pub async fn run_airline(providers: Hosted) -> turmoil::Result {
    answer(providers).await
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
