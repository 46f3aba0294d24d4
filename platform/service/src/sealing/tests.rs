use std::sync::Mutex;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::*;

const NAME: &[u8] = b"row 1";
const PLAIN: &[u8] = b"a passport";
/// `PLAIN` under `NAME` and a key of 32 sevens, by another implementation of AES-256-GCM: a nonce, the sealed octets, the
/// tag. So did releases from before the ring.
const OF_AN_EARLIER_RELEASE: &str = "ARQVFhcYGRobHB0ehv2XUwOJWVxSl1ojJV3B/umxJlB9ZwPL2ew=";
/// Of the key of 32 sevens, by another implementation of HMAC-SHA-256.
const ID_OF_SEVENS: [u8; 4] = [0xb0, 0x68, 0xb3, 0xb5];

/// A ring of keys that consist of one octet each.
fn ring(octets: &[u8]) -> Sealer {
    let keys: Vec<_> = octets.iter().map(|octet| STANDARD.encode([*octet; 32])).collect();
    Sealer::new("PII_KEY", &keys.join(",").into(), None).unwrap()
}

fn refused(text: &str) -> String {
    Sealer::new("PII_KEY", &text.into(), None).unwrap_err().to_string()
}

#[test]
fn what_a_ring_seals_it_opens_under_the_same_name_alone() {
    for sealer in [ring(&[7]), ring(&[7, 8])] {
        let sealed = sealer.seal(NAME, PLAIN).unwrap();

        assert_eq!(sealer.open(NAME, &sealed).unwrap(), PLAIN);
        assert!(sealer.open(b"row 2", &sealed).is_err());
        assert!(!sealed.windows(PLAIN.len()).any(|octets| octets == PLAIN));
        assert_ne!(sealer.seal(NAME, PLAIN).unwrap(), sealed, "no two values are sealed alike");
        assert!(sealed.len() <= PLAIN.len() + 64, "what platform/mail has room for");
    }
}

#[test]
fn whatever_is_changed_in_a_sealed_value_keeps_it_shut() {
    for sealer in [ring(&[7]), ring(&[7, 8])] {
        let sealed = sealer.seal(NAME, PLAIN).unwrap();
        for place in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert!(sealer.open(NAME, &changed).is_err(), "octet {place}");
            assert!(sealer.open(NAME, &sealed[..place]).is_err(), "the first {place} octets");
        }
    }
}

#[test]
fn an_error_quotes_nothing_and_names_the_setting() {
    let sealed = ring(&[7]).seal(NAME, PLAIN).unwrap();

    let error = ring(&[8]).open(NAME, &sealed).unwrap_err();

    let expected = "sealed data do not open: another PII_KEY, or they are of another row";
    assert_eq!(format!("{error:#}"), expected);
}

#[test]
fn a_value_of_an_earlier_release_opens_wherever_its_key_stands_in_the_ring() {
    let sealed = STANDARD.decode(OF_AN_EARLIER_RELEASE).unwrap();

    for keys in [&[7][..], &[7, 8], &[8, 7], &[9, 8, 7]] {
        assert_eq!(ring(keys).open(NAME, &sealed).unwrap(), PLAIN, "{keys:?}");
    }
    assert!(ring(&[8, 9]).open(NAME, &sealed).is_err());
}

#[test]
fn a_single_key_seals_as_earlier_releases_read_it() {
    let sealed = ring(&[7]).seal(NAME, PLAIN).unwrap();

    assert_eq!(sealed.len(), STANDARD.decode(OF_AN_EARLIER_RELEASE).unwrap().len());
    assert_eq!(
        Key::decode("", &STANDARD.encode([7; 32]).into(), None).unwrap().open(NAME, &sealed).unwrap(),
        PLAIN
    );
}

#[test]
fn beside_others_the_first_key_seals_and_names_itself() {
    let sealed = ring(&[7, 8]).seal(NAME, PLAIN).unwrap();

    assert_eq!(sealed[..5], [&[VERSION][..], &ID_OF_SEVENS].concat());
    assert_eq!(ring(&[7]).open(NAME, &sealed).unwrap(), PLAIN, "alone it reads what it sealed beside others");
    assert_eq!(ring(&[8, 7]).open(NAME, &sealed).unwrap(), PLAIN);
    assert!(ring(&[8]).open(NAME, &sealed).is_err(), "an unknown key");
}

#[test]
fn keys_have_different_ids() {
    let mut ids: Vec<_> = ring(&(0..=255).collect::<Vec<u8>>()).keys.iter().map(|key| key.id).collect();

    ids.sort_unstable();
    ids.dedup();

    assert_eq!(ids.len(), 256);
}

#[test]
fn only_what_another_key_has_sealed_is_sealed_anew() {
    let (both, new_alone) = (ring(&[8, 7]), ring(&[8]));
    let old = [STANDARD.decode(OF_AN_EARLIER_RELEASE).unwrap(), ring(&[7, 8]).seal(NAME, PLAIN).unwrap()];

    for sealed in old {
        let anew = both.reseal(NAME, &sealed).unwrap().unwrap();
        assert_eq!(new_alone.open(NAME, &anew).unwrap(), PLAIN);
        assert_eq!(both.reseal(NAME, &anew).unwrap(), None);
        assert!(both.reseal(b"row 2", &sealed).is_err());
    }
    let without_id = new_alone.seal(NAME, PLAIN).unwrap();
    assert_eq!(both.reseal(NAME, &without_id).unwrap(), None);
}

#[test]
fn a_ring_that_is_none_is_refused_and_not_shown() {
    let [own, other] = [STANDARD.encode([7; 32]), STANDARD.encode([8; 32])];

    assert_eq!(refused("secret!"), "PII_KEY is not base64");
    assert_eq!(refused(""), "PII_KEY is shorter than 32 bytes");
    assert_eq!(refused(&STANDARD.encode([7; 33])), "PII_KEY is not 32 bytes long");
    assert_eq!(refused(&format!("{own},secret!")), "key 2 of PII_KEY is not base64");
    assert_eq!(refused(&format!("{own},")), "key 2 of PII_KEY is shorter than 32 bytes");
    assert_eq!(refused(&format!("{own},{other},{own}")), "PII_KEY has the same key twice");
    let spaced = format!(" {own} , {other}\n");
    assert!(Sealer::new("PII_KEY", &spaced.into(), None).is_ok());
    let local = format!("{own},{}", crate::keys::LOCAL_KEY);
    let live = Some("https://api.duffel.com");
    assert!(Sealer::new("PII_KEY", &local.into(), live).is_err(), "the public key of local systems");
}

/// A table of sealed values, by a number from 1.
#[derive(Debug, Default)]
struct Table {
    rows: Mutex<Vec<Option<Vec<u8>>>>,
    /// Another program writes this into the row of that number, once, just before it is to be replaced.
    intruder: Mutex<Option<(usize, Vec<u8>)>>,
    reads: Mutex<usize>,
}

impl Table {
    fn of(rows: impl IntoIterator<Item = Option<Vec<u8>>>) -> Self {
        Self { rows: Mutex::new(rows.into_iter().collect()), ..Self::default() }
    }

    fn row(&self, number: usize) -> SealedRow<usize> {
        let sealed = self.rows.lock().unwrap()[number - 1].clone();
        SealedRow { key: number, name: name(number), sealed }
    }

    fn len(&self) -> usize {
        self.rows.lock().unwrap().len()
    }
}

impl SealedColumn for Table {
    type Key = usize;

    const NAME: &'static str = "table.sealed";

    async fn after(&self, key: &usize, limit: i64) -> sqlx::Result<Vec<SealedRow<usize>>> {
        *self.reads.lock().unwrap() += 1;
        let numbers = key + 1..=self.len();
        Ok(numbers.take(usize::try_from(limit).unwrap()).map(|number| self.row(number)).collect())
    }

    async fn replace(&self, key: &usize, old: &[u8], new: &[u8]) -> sqlx::Result<bool> {
        let mut intruder = self.intruder.lock().unwrap();
        let mut rows = self.rows.lock().unwrap();
        let row = &mut rows[key - 1];
        if let Some((_, written)) = intruder.take_if(|(number, _)| number == key) {
            *row = Some(written);
        }
        let is_old = row.as_deref() == Some(old);
        if is_old {
            *row = Some(new.to_vec());
        }
        Ok(is_old)
    }
}

impl SampledColumn for Table {
    async fn last(&self, limit: i64) -> sqlx::Result<Vec<SealedRow<usize>>> {
        let numbers = (1..=self.len()).rev();
        Ok(numbers.take(usize::try_from(limit).unwrap()).map(|number| self.row(number)).collect())
    }
}

fn name(number: usize) -> Vec<u8> {
    format!("row {number}").into_bytes()
}

fn sealed(sealer: &Sealer, numbers: std::ops::RangeInclusive<usize>) -> Vec<Option<Vec<u8>>> {
    numbers.map(|number| Some(sealer.seal(&name(number), PLAIN).unwrap())).collect()
}

#[tokio::test(start_paused = true)]
async fn all_rows_are_sealed_anew_in_batches_and_a_second_run_has_nothing_to_do() {
    let table =
        Table::of([sealed(&ring(&[7]), 1..=150), sealed(&ring(&[8, 7]), 151..=250), vec![None]].concat());

    let first = rekey(&table, &ring(&[8, 7])).await.unwrap();
    let second = rekey(&table, &ring(&[8, 7])).await.unwrap();

    assert_eq!(first, Rekeyed { read: 250, resealed: 150, unreadable: 0 });
    assert_eq!(second, Rekeyed { read: 250, resealed: 0, unreadable: 0 });
    assert_eq!(*table.reads.lock().unwrap(), 8, "three batches and the end, twice");
    let alone = ring(&[8]);
    assert!((1..=250).all(|number| alone.open(&name(number), &table.row(number).sealed.unwrap()).is_ok()));
}

#[tokio::test(start_paused = true)]
async fn a_row_that_the_service_changes_meanwhile_keeps_the_change() {
    let old = ring(&[7]);
    let table = Table::of(sealed(&old, 1..=3));
    *table.intruder.lock().unwrap() = Some((2, old.seal(&name(2), b"another passport").unwrap()));

    let rekeyed = rekey(&table, &ring(&[8, 7])).await.unwrap();

    assert_eq!(rekeyed, Rekeyed { read: 3, resealed: 3, unreadable: 0 });
    assert_eq!(ring(&[8]).open(&name(2), &table.row(2).sealed.unwrap()).unwrap(), b"another passport");
}

#[tokio::test(start_paused = true)]
async fn a_value_that_opens_under_no_key_is_left_and_the_others_are_done() {
    let foreign = sealed(&ring(&[9]), 2..=2).remove(0);
    let old = sealed(&ring(&[7]), 1..=3);
    let table = Table::of([old[0].clone(), foreign.clone(), old[2].clone()]);
    let sealer = ring(&[8, 7]);

    let rekeyed = rekey(&table, &sealer).await.unwrap();

    assert_eq!(rekeyed, Rekeyed { read: 3, resealed: 2, unreadable: 1 });
    assert_eq!(table.row(2).sealed, foreign);
    let refused = rekeyed.finish(&sealer).unwrap_err().to_string();
    assert_eq!(refused, "1 of 3 sealed values open under no key of PII_KEY: each has a line in the log");
}

#[tokio::test]
async fn a_program_is_ready_whose_keys_open_a_row_of_each_end() {
    let old = sealed(&ring(&[7]), 1..=5);
    let spoilt = [vec![Some(vec![0; 40])], sealed(&ring(&[7]), 2..=5), vec![Some(Vec::new())]].concat();
    let mixed = [old.clone(), sealed(&ring(&[8, 7]), 6..=9)].concat();
    let becomes = async |rows: &[Option<Vec<u8>>], keys: &[u8], is_ready: bool| {
        let check = KeyCheck::new(Table::of(rows.to_vec()), ring(keys));
        let expected = if is_ready { Ok(()) } else { Err("the keys do not open the stored data") };
        assert_eq!(check.readiness().await, expected, "{} rows with {keys:?}", rows.len());
    };
    becomes(&old, &[7], true).await;
    becomes(&old, &[8, 7], true).await;
    becomes(&old, &[8], false).await;
    becomes(&spoilt, &[7], true).await;
    becomes(&mixed, &[8, 7], true).await;
    becomes(&mixed, &[8], false).await;
    becomes(&mixed, &[7], false).await;
    becomes(&[None, None], &[8], true).await;
    becomes(&[], &[8], true).await;
}

#[tokio::test(start_paused = true)]
async fn right_keys_are_tried_once_a_minute_and_wrong_ones_each_time() {
    let check = KeyCheck::new(Table::of(sealed(&ring(&[7]), 1..=3)), ring(&[7]));
    let reads = || *check.column.reads.lock().unwrap();

    for _ in 0..3 {
        check.readiness().await.unwrap();
    }
    assert_eq!(reads(), 1);

    *check.column.rows.lock().unwrap() = sealed(&ring(&[8]), 1..=3);
    tokio::time::advance(key_check::AGAIN).await;
    for _ in 0..3 {
        check.readiness().await.unwrap_err();
    }
    assert_eq!(reads(), 4);
}

#[tokio::test(start_paused = true)]
async fn wrong_keys_are_logged_once_until_they_are_right_again() {
    let log = testkit::Log::default();
    let _listening = tracing::subscriber::set_default(log.subscriber(tracing::Level::ERROR));
    let check = KeyCheck::new(Table::of(sealed(&ring(&[7]), 1..=3)), ring(&[8]));
    let logged = || log.text().matches("the keys do not open the stored data").count();

    for _ in 0..3 {
        check.readiness().await.unwrap_err();
    }
    assert_eq!(logged(), 1, "{}", log.text());
    assert!(log.text().contains("table.sealed") && log.text().contains("PII_KEY"));

    *check.column.rows.lock().unwrap() = sealed(&ring(&[8]), 1..=3);
    check.readiness().await.unwrap();
    *check.column.rows.lock().unwrap() = sealed(&ring(&[7]), 1..=3);
    tokio::time::advance(key_check::AGAIN).await;
    check.readiness().await.unwrap_err();
    assert_eq!(logged(), 2);
}
