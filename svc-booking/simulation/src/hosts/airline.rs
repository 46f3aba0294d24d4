//! The sandbox's airline. Its books outlive its connections.

use sandbox::Hosted;

use crate::network::listen;

pub async fn run(airline: Hosted) -> turmoil::Result {
    let listener = listen().await?;
    loop {
        let (stream, _) = listener.accept().await?;
        let airline = airline.clone();
        tokio::spawn(async move { airline.converse(stream).await });
    }
}
