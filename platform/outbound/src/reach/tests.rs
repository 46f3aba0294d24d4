use std::net::SocketAddr;

use super::*;

const REFUSED: [(&str, &str); 54] = [
    ("", "the URL can't be read"),
    ("api.duffel.com", "the URL can't be read"),
    ("https://", "the URL can't be read"),
    ("https://10.0.0.256", "the URL can't be read"),
    ("http://api.duffel.com", "the URL does not begin with https://"),
    ("http://8.8.8.8", "the URL does not begin with https://"),
    ("http://127.0.0.1:12111", "the URL does not begin with https://"),
    ("ftp://api.stripe.com", "the URL does not begin with https://"),
    ("localhost:12111", "the URL does not begin with https://"),
    ("https://127.0.0.1:12111", "the URL leads to 127.0.0.1, which is this machine's own"),
    ("https://127.255.255.254", "the URL leads to 127.255.255.254, which is this machine's own"),
    ("https://127.1", "the URL leads to 127.0.0.1, which is this machine's own"),
    ("https://2130706433", "the URL leads to 127.0.0.1, which is this machine's own"),
    ("https://0x7f000001", "the URL leads to 127.0.0.1, which is this machine's own"),
    ("https://0177.0.0.1", "the URL leads to 127.0.0.1, which is this machine's own"),
    ("https://0", "the URL leads to 0.0.0.0, which is unspecified"),
    ("https://0.255.255.255", "the URL leads to 0.255.255.255, which is unspecified"),
    ("https://10.0.0.1", "the URL leads to 10.0.0.1, which is private"),
    ("https://10.255.255.255:8443/air", "the URL leads to 10.255.255.255, which is private"),
    ("https://api.duffel.com@10.0.0.1", "the URL leads to 10.0.0.1, which is private"),
    ("https://us:hunter2@10.0.0.1", "the URL leads to 10.0.0.1, which is private"),
    ("https://172.16.0.1", "the URL leads to 172.16.0.1, which is private"),
    ("https://172.31.255.255", "the URL leads to 172.31.255.255, which is private"),
    ("https://192.168.1.1", "the URL leads to 192.168.1.1, which is private"),
    ("https://169.254.169.254/latest/meta-data", "the URL leads to 169.254.169.254, which is link-local"),
    ("https://100.64.0.1", "the URL leads to 100.64.0.1, which is shared behind a carrier's NAT"),
    ("https://100.127.255.255", "the URL leads to 100.127.255.255, which is shared behind"),
    ("https://192.0.0.192", "the URL leads to 192.0.0.192, which is for protocols"),
    ("https://192.0.2.1", "the URL leads to 192.0.2.1, which is for documentation"),
    ("https://198.51.100.7", "the URL leads to 198.51.100.7, which is for documentation"),
    ("https://203.0.113.9", "the URL leads to 203.0.113.9, which is for documentation"),
    ("https://192.88.99.1", "the URL leads to 192.88.99.1, which is of 6to4"),
    ("https://198.18.0.1", "the URL leads to 198.18.0.1, which is for benchmarks"),
    ("https://198.19.255.255", "the URL leads to 198.19.255.255, which is for benchmarks"),
    ("https://224.0.0.1", "the URL leads to 224.0.0.1, which is multicast"),
    ("https://240.0.0.1", "the URL leads to 240.0.0.1, which is reserved"),
    ("https://255.255.255.255", "the URL leads to 255.255.255.255, which is reserved"),
    ("https://168.63.129.16", "the URL leads to 168.63.129.16, which is Azure's own"),
    ("https://[::]", "the URL leads to ::, which is unspecified"),
    ("https://[::1]:12111", "the URL leads to ::1, which is this machine's own"),
    ("https://[::7f00:1]", "the URL leads to ::"),
    ("https://[::ffff:10.0.0.1]", "the URL leads to ::ffff:10.0.0.1, which is private"),
    ("https://[::ffff:a9fe:a9fe]", "the URL leads to ::ffff:169.254.169.254, which is link-local"),
    ("https://[64:ff9b::192.168.0.1]", "the URL leads to 64:ff9b::c0a8:1, which is private"),
    ("https://[64:ff9b:1::808:808]", "the URL leads to 64:ff9b:1::808:808, which is reserved"),
    ("https://[100::1]", "the URL leads to 100::1, which is reserved"),
    ("https://[2001:0:a00:1::1]", "the URL leads to 2001:0:a00:1::1, which is for protocols"),
    ("https://[2001:db8::1]", "the URL leads to 2001:db8::1, which is for documentation"),
    ("https://[2002:a00:1::1]", "the URL leads to 2002:a00:1::1, which is of 6to4"),
    ("https://[3fff::1]", "the URL leads to 3fff::1, which is for documentation"),
    ("https://[fd00:ec2::254]", "the URL leads to fd00:ec2::254, which is private"),
    ("https://[fe80::1]", "the URL leads to fe80::1, which is link-local"),
    ("https://[fec0::1]", "the URL leads to fec0::1, which is reserved"),
    ("https://[ff02::1]", "the URL leads to ff02::1, which is multicast"),
];

const TAKEN: [&str; 20] = [
    "https://api.duffel.com",
    "HTTPS://API.STRIPE.COM:443/v1",
    "https://1.1.1.1",
    "https://9.255.255.255",
    "https://11.0.0.0",
    "https://100.63.255.255",
    "https://100.128.0.0",
    "https://126.255.255.255",
    "https://172.15.255.255",
    "https://172.32.0.0",
    "https://192.0.1.0",
    "https://198.17.255.255",
    "https://198.20.0.0",
    "https://223.255.255.255",
    "https://[2001:200::1]",
    "https://[2001:4860:4860::8888]",
    "https://[2606:4700:4700::1111]",
    "https://[2a00::1]",
    "https://[::ffff:8.8.8.8]",
    "https://[64:ff9b::8.8.8.8]",
];

#[test]
fn an_address_that_is_not_public_is_refused_with_a_sentence_of_its_own() {
    for (url, expected) in REFUSED {
        let told = Reach::Public.require(url).unwrap_err().to_string();

        assert!(told.starts_with(expected), "{url}: {told}");
        assert!(!told.contains("hunter2"), "{told}");
        assert!(Reach::Anywhere.require(url).is_ok(), "the sandbox: {url}");
    }
}

#[test]
fn public_addresses_and_names_are_taken() {
    for url in TAKEN {
        assert_eq!(Reach::Public.require(url).map_err(|it| it.to_string()), Ok(()), "{url}");
    }
}

/// A resolver that finds these addresses for any name.
struct Found(Vec<IpAddr>);

impl Resolve for Found {
    fn resolve(&self, _: Name) -> Resolving {
        let found: Vec<_> = self.0.iter().map(|address| SocketAddr::new(*address, 0)).collect();
        let found: Addrs = Box::new(found.into_iter());
        Box::pin(std::future::ready(Ok(found)))
    }
}

/// What is left of these addresses of a name.
async fn left_of(found: &[&str]) -> Result<Vec<String>, String> {
    let found = found.iter().map(|address| address.parse::<IpAddr>().unwrap()).collect();
    resolved("api.duffel.com", Found(found)).await
}

async fn resolved(name: &str, resolver: impl Resolve) -> Result<Vec<String>, String> {
    let found = PublicResolver(resolver).resolve(name.parse().unwrap()).await;
    let found = found.map_err(|error| error.to_string())?;
    Ok(found.map(|address| address.ip().to_string()).collect())
}

#[tokio::test]
async fn a_name_of_a_private_address_is_refused() {
    let told = "api.duffel.com has no public address: 10.0.0.1 is private";
    assert_eq!(left_of(&["10.0.0.1"]).await, Err(told.to_owned()));

    let mut refused = 0;
    for (url, _) in REFUSED.into_iter().filter(|(url, _)| url.starts_with("https://")) {
        let Ok(url) = Url::parse(url) else { continue };
        let address = url.host_str().unwrap().trim_matches(['[', ']']);
        assert!(left_of(&[address]).await.is_err(), "{address}");
        refused += 1;
    }
    assert_eq!(refused, 45);
}

#[tokio::test]
async fn of_public_and_private_addresses_only_the_public_ones_are_used() {
    let mixed = ["127.0.0.1", "1.1.1.1", "::1", "fd00:ec2::254", "2606:4700:4700::1111", "169.254.169.254"];

    let used = ["1.1.1.1", "2606:4700:4700::1111"].map(str::to_owned);
    assert_eq!(left_of(&mixed).await, Ok(used.to_vec()));
}

#[tokio::test]
async fn the_machines_own_resolver_is_asked() {
    let told = resolved("localhost", SystemResolver).await.unwrap_err();

    assert!(told.starts_with("localhost has no public address"), "{told}");
}
