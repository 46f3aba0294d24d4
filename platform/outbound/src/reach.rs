mod special_use;

use std::error::Error;
use std::net::IpAddr;

use anyhow::{Context, bail, ensure};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use special_use::special_use;

type BoxError = Box<dyn Error + Send + Sync>;

/// Where a client may connect to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Public addresses alone, over TLS.
    Public,
    /// Any address, such as the sandbox's.
    Anywhere,
}

impl Reach {
    /// Public addresses alone, if that is needed.
    pub fn public_if(is_needed: bool) -> Self {
        if is_needed { Self::Public } else { Self::Anywhere }
    }

    /// Checks a provider's URL at start. What a name stands for is looked at with each connection.
    ///
    /// # Errors
    /// Where public addresses are needed: text that is no https:// URL, and an IP address that is not public. The error
    /// does not repeat the URL.
    pub fn require(self, url: &str) -> anyhow::Result<()> {
        match self {
            Self::Anywhere => Ok(()),
            Self::Public => self.admit(&Url::parse(url).context("the URL can't be read")?),
        }
    }

    /// The same for the URL of a request: an IP address in it never gets to a resolver.
    pub(crate) fn admit(self, url: &Url) -> anyhow::Result<()> {
        if self == Self::Anywhere {
            return Ok(());
        }
        ensure!(
            url.scheme() == "https",
            "the URL does not begin with https://, so what is sent there can be read"
        );
        let address: IpAddr = match url.host() {
            Some(Host::Ipv4(address)) => address.into(),
            Some(Host::Ipv6(address)) => address.into(),
            Some(Host::Domain(_)) | None => return Ok(()),
        };
        if let Some(kind) = special_use(address) {
            bail!(
                "the URL leads to {address}, which is {kind}: where real tickets are sold, a provider has a \
                 public address"
            );
        }
        Ok(())
    }
}

/// The machine's own resolver.
#[derive(Debug)]
pub(crate) struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(look_up(name.as_str().to_owned()))
    }
}

async fn look_up(host: String) -> Result<Addrs, BoxError> {
    let found: Vec<_> = tokio::net::lookup_host((host, 0_u16)).await?.collect();
    Ok(Box::new(found.into_iter()))
}

/// Hands out the public addresses that another resolver found. They are the ones that are connected to, so a name can't
/// stand for something else a moment later.
#[derive(Debug)]
pub(crate) struct PublicResolver<R>(pub R);

impl<R: Resolve> Resolve for PublicResolver<R> {
    fn resolve(&self, name: Name) -> Resolving {
        let host = name.as_str().to_owned();
        Box::pin(public_ones(host, self.0.resolve(name)))
    }
}

async fn public_ones(host: String, resolving: Resolving) -> Result<Addrs, BoxError> {
    let mut public = Vec::new();
    let mut refused = None;
    for address in resolving.await? {
        match special_use(address.ip()) {
            None => public.push(address),
            Some(kind) => refused = Some(format!("{host} has no public address: {} is {kind}", address.ip())),
        }
    }
    match refused {
        Some(sentence) if public.is_empty() => Err(sentence.into()),
        _ => Ok(Box::new(public.into_iter())),
    }
}

#[cfg(test)]
mod tests;
