//! Deliveries that differ from a true one, each in one way: none of them is believed.

use proptest::prelude::*;

use super::*;

const SIGNED_AT: i64 = 1_700_000_000;
const SECRETS: [&str; 2] = ["whsec_test_secret", "a_secret"];
/// Of both providers, short ones and longer ones.
const BODIES: [&str; 4] = [
    r#"{"id":"evt_test","object":"event"}"#,
    r#"{"id":"evt_2","type":"payment_intent.succeeded","livemode":false}"#,
    r#"{"id":"wev_1","type":"order.created","live_mode":true,"data":{}}"#,
    r#"{"id":"wev_2","type":"ping.triggered","live_mode":false}"#,
];

/// What arrives: a header and a body.
type Delivery = (String, Vec<u8>);

/// What the provider has signed.
struct Signed {
    secret: &'static str,
    body: &'static str,
}

impl Signed {
    fn digest(&self) -> String {
        self.digest_of(&format!("{SIGNED_AT}.{}", self.body))
    }

    fn digest_of(&self, message: &str) -> String {
        hmac_of(self.secret, message)
    }

    fn header(&self) -> String {
        header_of(&self.digest())
    }

    fn with_body(&self, body: Vec<u8>) -> Delivery {
        (self.header(), body)
    }

    fn under(&self, header: String) -> Delivery {
        (header, self.body.as_bytes().to_vec())
    }

    /// What Stripe's rule and Duffel's say.
    fn believed(&self, (header, body): &Delivery, at: i64) -> [bool; 2] {
        let secret = SecretString::from(self.secret);
        let now = OffsetDateTime::from_unix_timestamp(at).unwrap();
        [
            verify_signature(&secret, header, body, now).is_ok(),
            verify_signature_of_any_age(&secret, header, body, now).is_ok(),
        ]
    }

    /// All changes of header or body.
    fn forgeries(&self) -> Vec<Delivery> {
        let headers = [
            self.with_other_digests(),
            self.with_other_times(),
            self.with_other_names(),
            self.in_other_orders(),
            self.cut(),
            self.by_other_keys(),
            self.of_other_messages(),
        ];
        let by_header = headers.into_iter().flatten().map(|header| self.under(header));
        by_header.chain(self.other_bodies()).collect()
    }

    /// A bit is flipped, digits are missing, are no digits, or are too many.
    fn with_other_digests(&self) -> Vec<String> {
        let digest = self.digest();
        let bytes = hex::decode(&digest).unwrap();
        let flipped = (0..256).map(|bit| hex::encode(with_flipped_bit(&bytes, bit)));
        let cut = (0..64).map(|length| digest[..length].to_owned());
        let malformed = (0..64).flat_map(|place| {
            let (before, after) = (&digest[..place], &digest[place + 1..]);
            ["g", "", " ", "%30", "\u{ff10}"].map(|other| format!("{before}{other}{after}"))
        });
        let longer = ["0", "00", "=", "80"].map(|more| format!("{digest}{more}"));
        flipped.chain(cut).chain(malformed).chain(longer).map(|digest| header_of(&digest)).collect()
    }

    /// Another second, and other ways to write the same.
    fn with_other_times(&self) -> Vec<String> {
        let seconds = (1..=100).flat_map(|by| [SIGNED_AT - by, SIGNED_AT + by]);
        let written = [
            "",
            "+1700000000",
            "01700000000",
            " 1700000000",
            "1700000000.0",
            "1.7e9",
            "-1700000000",
            "now",
            "0x6553f100",
            "9223372036854775807",
            "99999999999999999999",
            "1700000000\0",
        ];
        let times = seconds.map(|at| at.to_string()).chain(written.map(str::to_owned));
        times.map(|at| format!("t={at},v1={}", self.digest())).collect()
    }

    /// Schemes that are not the one, and times that are not called so.
    fn with_other_names(&self) -> Vec<String> {
        let digest = self.digest();
        let schemes = ["v0", "v2", "v11", "V1", "v", "1", "", "v1 ", "sha256", "hmac", "t1", "v\u{2081}"];
        let schemes = schemes.map(|name| format!("t={SIGNED_AT},{name}={digest}"));
        let times = ["T", "time", "ts", "", "t ", "v1", "v0"];
        let times = times.map(|name| format!("{name}={SIGNED_AT},v1={digest}"));
        schemes.into_iter().chain(times).collect()
    }

    /// Members swapped, run together, or followed by another of their kind.
    fn in_other_orders(&self) -> Vec<String> {
        let digest = self.digest();
        let between = [";", "&", " ", "", "=", ":", "|", "\n", ";,", "%2C"];
        let joined = between.map(|text| format!("t={SIGNED_AT}{text}v1={digest}"));
        let short = &digest[..62];
        let swapped = [
            format!("t={digest},v1={SIGNED_AT}"),
            format!("v1=t={SIGNED_AT},{digest}"),
            format!("t,{SIGNED_AT},v1,{digest}"),
            format!("t={SIGNED_AT},v1={digest},t={}", SIGNED_AT + 1),
            format!("t={SIGNED_AT},v1={digest},t="),
            format!("t={SIGNED_AT},v1={digest},"),
            format!("t={SIGNED_AT},v1={digest},v1"),
            format!("t={SIGNED_AT},v1={},v1={}", "0".repeat(64), "f".repeat(64)),
            format!("t={SIGNED_AT},v1={short},v1={short}"),
            format!("t={SIGNED_AT},v1=\"{digest}\""),
            digest,
            SIGNED_AT.to_string(),
        ];
        joined.into_iter().chain(swapped).collect()
    }

    /// The header without its end, and without its beginning.
    fn cut(&self) -> Vec<String> {
        let header = self.header();
        let cut = |at: usize| [header[..at].to_owned(), header[at + 1..].to_owned()];
        (0..header.len()).flat_map(cut).collect()
    }

    /// Signed as it should be, with a key that is not ours.
    fn by_other_keys(&self) -> Vec<String> {
        let key = self.secret.as_bytes();
        let ascii_bits = (0..key.len() * 8).filter(|bit| bit % 8 != 7);
        let flipped = ascii_bits.map(|bit| String::from_utf8(with_flipped_bit(key, bit)).unwrap());
        let cut = (0..key.len()).map(|length| self.secret[..length].to_owned());
        let others = [
            self.secret.to_uppercase(),
            format!("{} ", self.secret),
            format!("{0},{0}", self.secret),
            self.secret.repeat(2),
            "whsec_other".to_owned(),
        ];
        let message = format!("{SIGNED_AT}.{}", self.body);
        flipped.chain(cut).chain(others).map(|key| header_of(&hmac_of(&key, &message))).collect()
    }

    /// Signed with our key, and not over the time, a full stop and the body.
    fn of_other_messages(&self) -> Vec<String> {
        let body = self.body;
        let messages = [
            String::new(),
            body.to_owned(),
            SIGNED_AT.to_string(),
            format!("{SIGNED_AT}."),
            format!("{SIGNED_AT}{body}"),
            format!("{SIGNED_AT}:{body}"),
            format!("{body}.{SIGNED_AT}"),
            format!("t={SIGNED_AT}.{body}"),
            format!("{SIGNED_AT}.{body}\n"),
            format!("{}.{body}", SIGNED_AT + 1),
            format!("{SIGNED_AT}.{}", body.to_uppercase()),
        ];
        messages.map(|message| header_of(&self.digest_of(&message))).into()
    }

    /// A bit is flipped, the end is missing, a byte is put in, or it is the body of another delivery.
    fn other_bodies(&self) -> Vec<Delivery> {
        let body = self.body.as_bytes();
        let flipped = (0..body.len() * 8).map(|bit| with_flipped_bit(body, bit));
        let cut = (0..body.len()).map(|length| body[..length].to_vec());
        let longer = (0..=body.len()).map(|place| [&body[..place], b" ", &body[place..]].concat());
        let others = BODIES.into_iter().filter(|other| *other != self.body).map(|it| it.as_bytes().to_vec());
        let bodies = flipped.chain(cut).chain(longer).chain(others);
        bodies.map(|body| self.with_body(body)).collect()
    }

    /// The true one, as other senders might write it: the same digest of the same time and body.
    fn true_writings(&self) -> [String; 7] {
        let digest = self.digest();
        [
            self.header(),
            header_of(&digest.to_uppercase()),
            format!("v1={digest},t={SIGNED_AT}"),
            format!("  t={SIGNED_AT} ,\tv1={digest} "),
            format!("t={SIGNED_AT},v1={digest},v1={digest}"),
            format!("t={SIGNED_AT},v1={},v1={digest}", "0".repeat(64)),
            format!("t={SIGNED_AT},v0=77,v1={digest},v2=77"),
        ]
    }
}

fn hmac_of(key: &str, message: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).unwrap();
    mac.update(message.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

fn header_of(digest: &str) -> String {
    format!("t={SIGNED_AT},v1={digest}")
}

fn with_flipped_bit(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    bytes
}

fn all_signed() -> impl Iterator<Item = Signed> {
    SECRETS.into_iter().flat_map(|secret| BODIES.map(|body| Signed { secret, body }))
}

#[test]
fn of_ten_thousand_forged_deliveries_none_is_believed() {
    let mut tried = 0;
    for signed in all_signed() {
        for forgery in signed.forgeries() {
            assert_eq!(signed.believed(&forgery, SIGNED_AT), [false; 2], "{forgery:?}");
            tried += 1;
        }
    }
    assert!(tried >= 10_000, "{tried}");
}

#[test]
fn beside_the_forged_ones_the_true_one_is_believed_however_it_is_written() {
    for signed in all_signed() {
        for header in signed.true_writings() {
            assert_eq!(signed.believed(&signed.under(header.clone()), SIGNED_AT), [true; 2], "{header}");
        }
    }
}

#[test]
fn a_forged_time_of_arrival_makes_no_signature_younger() {
    for signed in all_signed() {
        let delivery = signed.under(signed.header());
        for seconds in (0..600).chain([3_600, 86_400, 259_200, 31_536_000]) {
            let (late, early) = (SIGNED_AT + seconds, SIGNED_AT - seconds);
            let is_close = seconds <= 300;
            assert_eq!(signed.believed(&delivery, late), [is_close, true], "{seconds} s late");
            assert_eq!(signed.believed(&delivery, early), [is_close; 2], "{seconds} s early");
        }
    }
}

/// Members of a header, in any order and number, each more or less as it should be.
fn any_header() -> impl Strategy<Value = String> {
    let member = prop_oneof!["t=[+-]?[0-9]{0,20}", "v[01]=[0-9a-fA-F]{0,66}", "[a-z0-9]{0,3}=?.{0,9}", " ?"];
    prop_oneof![".{0,120}", prop::collection::vec(member, 0..6).prop_map(|members| members.join(","))]
}

/// Seconds since 1970: some near, some that a calendar has, and some that none has.
fn any_time() -> impl Strategy<Value = i64> {
    let near = SIGNED_AT - 600..SIGNED_AT + 600;
    prop_oneof![near, -377_705_116_800..253_402_300_800_i64, any::<i64>()]
}

proptest! {
    #[test]
    fn any_header_is_read_and_not_believed_without_a_panic(
        header in any_header(),
        body in prop::collection::vec(any::<u8>(), 0..64),
    ) {
        let signed = Signed { secret: SECRETS[0], body: BODIES[0] };

        prop_assert_eq!(signed.believed(&(header, body), SIGNED_AT), [false; 2]);
    }

    #[test]
    fn a_true_signature_of_any_time_is_judged_by_its_age_without_a_panic(seconds in any_time()) {
        let signed = Signed { secret: SECRETS[0], body: BODIES[0] };
        let digest = signed.digest_of(&format!("{seconds}.{}", signed.body));
        let delivery = signed.under(format!("t={seconds},v1={digest}"));

        let [is_believed, _] = signed.believed(&delivery, SIGNED_AT);

        prop_assert_eq!(is_believed, seconds.abs_diff(SIGNED_AT) <= 300);
    }
}
