//! Proof of work: a small task that a visitor's device does before its card is looked at, in ALTCHA's open protocol
//! (version 2, <https://altcha.org/docs/v2/server-integration>). One card costs a traveller seconds, and ten thousand cost a
//! card tester hours of processor time. A challenge is signed, so nothing is stored until its solution is used.

use std::collections::BTreeMap;

use altcha::{CreateChallengeOptions, Payload, VerifySolutionOptions, create_challenge, verify_solution};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use secrecy::SecretSlice;
use serde_json::Value;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::fingerprint::{fingerprint, is_fingerprint};

/// A challenge has to be used within this time.
const GOOD_FOR: Duration = Duration::minutes(10);
/// The key derivation behind each try. Browsers have it built in, so that a device of a traveller is about as fast at it
/// as one of a card tester.
const ALGORITHM: &str = "PBKDF2/SHA-256";
/// Rounds of the derivation: half a millisecond here for each challenge that is made, one or two on a phone for each try.
const ROUNDS: u32 = 1_000;
/// The work doubles with each further so many cards of the brand's guests that brought no money in an hour.
const DECLINES_TO_DOUBLE: usize = 100;
/// At most so often: some 15 seconds on a phone that is a few years old.
const MOST_DOUBLINGS: usize = 3;
/// A solution with its challenge has less than a thousand letters.
const LONGEST_SOLUTION: usize = 4_096;

/// Work that was done: it lets one card through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolvedWork {
    pub challenge_id: Uuid,
    /// Afterwards the challenge is refused by its age alone.
    pub expires_at: OffsetDateTime,
}

/// How many tries a challenge takes at most, where so many cards of the brand's guests brought no money in an hour. On
/// average it takes half as many.
pub fn tries(easiest: u32, declines: usize) -> u32 {
    let doublings = (declines / DECLINES_TO_DOUBLE).min(MOST_DOUBLINGS);
    easiest.saturating_mul(1 << doublings)
}

/// Makes a challenge for one visitor: JSON, as ALTCHA's libraries read it.
pub fn challenge(key: &SecretSlice<u8>, id: Uuid, holder: &str, tries: u32, now: OffsetDateTime) -> String {
    let name = id.to_string();
    let data = [
        ("id", Value::from(name.as_str())),
        ("expires", (now + GOOD_FOR).unix_timestamp().into()),
        ("holder", hex::encode(fingerprint(key, holder_parts(&name, holder))).into()),
    ];
    let challenge = create_challenge(CreateChallengeOptions {
        algorithm: ALGORITHM.to_owned(),
        cost: ROUNDS,
        counter: Some(hidden_counter(key, &name, tries)),
        // Not `expires_at`: the library would compare it with the machine's clock, not with the service's.
        data: Some(data.map(|(name, value)| (name.to_owned(), value)).into()),
        hmac_signature_secret: Some(secret(key, "work challenge")),
        hmac_key_signature_secret: Some(secret(key, "work solution")),
        ..CreateChallengeOptions::default()
    });
    let challenge = challenge.expect("a challenge with a counter has a prefix that fits");
    serde_json::to_string(&challenge).expect("a challenge is strings and numbers")
}

/// Reads a solution: base64 of JSON with `challenge` and `solution`, as ALTCHA's libraries write it. None unless it is
/// right, its challenge was made here for this visitor, and its time is not over.
pub fn solved(
    key: &SecretSlice<u8>,
    solution: &str,
    holder: &str,
    now: OffsetDateTime,
) -> Option<SolvedWork> {
    if solution.len() > LONGEST_SOLUTION {
        return None;
    }
    let payload: Payload = serde_json::from_slice(&STANDARD.decode(solution).ok()?).ok()?;
    let Payload { challenge, solution } = payload;
    let verified = verify_solution(VerifySolutionOptions {
        hmac_key_signature_secret: Some(secret(key, "work solution")),
        ..VerifySolutionOptions::new(&challenge, &solution, secret(key, "work challenge"))
    });
    if !verified.ok()?.verified {
        return None;
    }
    let data = challenge.parameters.data?;
    let name = text(&data, "id")?;
    let is_holders =
        is_fingerprint(key, holder_parts(name, holder), &hex::decode(text(&data, "holder")?).ok()?);
    let expires_at = OffsetDateTime::from_unix_timestamp(data.get("expires")?.as_i64()?).ok()?;
    let solved = SolvedWork { challenge_id: name.parse().ok()?, expires_at };
    (is_holders && now < expires_at).then_some(solved)
}

fn text<'d>(data: &'d BTreeMap<String, Value>, name: &str) -> Option<&'d str> {
    data.get(name)?.as_str()
}

/// The try that succeeds, which only the key's owner can tell: from 1 to `tries`.
fn hidden_counter(key: &SecretSlice<u8>, id: &str, tries: u32) -> u32 {
    let random = fingerprint(key, ["work counter", id]);
    let number = random.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
    number % tries.max(1) + 1
}

fn secret(key: &SecretSlice<u8>, purpose: &str) -> String {
    hex::encode(fingerprint(key, [purpose]))
}

fn holder_parts<'p>(id: &'p str, holder: &'p str) -> [&'p str; 3] {
    ["work holder", id, holder]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use altcha::{Challenge, SolveChallengeOptions, solve_challenge};
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
    const ID: Uuid = Uuid::from_u128(7);

    fn key() -> SecretSlice<u8> {
        SecretSlice::from(vec![7; 32])
    }

    fn payload() -> Payload {
        let challenge: Challenge = serde_json::from_str(&challenge(&key(), ID, "session", 3, NOW)).unwrap();
        let solution = solve_challenge(SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
        Payload { challenge, solution }
    }

    fn encoded(payload: &Payload) -> String {
        STANDARD.encode(serde_json::to_vec(payload).unwrap())
    }

    #[test]
    fn a_solution_is_good_for_its_holder_for_ten_minutes() {
        let solution = encoded(&payload());
        let expires_at = NOW + GOOD_FOR;
        let read = |holder, now| solved(&key(), &solution, holder, now);

        let expected = SolvedWork { challenge_id: ID, expires_at };
        assert_eq!(read("session", NOW), Some(expected));
        assert_eq!(read("session", expires_at - Duration::SECOND), Some(expected));
        assert_eq!(read("session", expires_at), None);
        assert_eq!(read("another", NOW), None);
        assert_eq!(solved(&SecretSlice::from(vec![8; 32]), &solution, "session", NOW), None);
    }

    #[test]
    fn what_was_changed_or_not_worked_for_is_refused() {
        let good = payload();
        let forged = |change: fn(&mut Payload)| {
            let mut forged = good.clone();
            change(&mut forged);
            solved(&key(), &encoded(&forged), "session", NOW)
        };

        assert!(forged(|_| ()).is_some());
        let later: fn(&mut Payload) = |it| {
            let data = it.challenge.parameters.data.as_mut().unwrap();
            data.insert("expires".to_owned(), 4_000_000_000_i64.into());
        };
        let changes: [fn(&mut Payload); 6] = [
            later,
            |it| it.challenge.parameters.cost = 1,
            |it| it.challenge.parameters.key_signature = None,
            |it| it.challenge.signature = None,
            |it| it.solution.derived_key = it.challenge.parameters.key_prefix.clone(),
            |it| it.solution.derived_key.clear(),
        ];
        for change in changes {
            assert_eq!(forged(change), None);
        }
        for unread in ["", "e30=", "no base64", &"A".repeat(LONGEST_SOLUTION + 1)] {
            assert_eq!(solved(&key(), unread, "session", NOW), None);
        }
    }

    #[test]
    fn a_challenge_takes_no_more_tries_than_were_asked_for() {
        let counters = (0..200).map(|n| hidden_counter(&key(), &n.to_string(), 5));

        let seen: BTreeSet<_> = counters.collect();

        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert_eq!(hidden_counter(&key(), "7", 0), 1);
    }

    #[test]
    fn the_work_doubles_with_each_hundred_declines_up_to_what_a_phone_can_do() {
        for (declines, expected) in [(0, 10), (99, 10), (100, 20), (200, 40), (399, 80), (99_999, 80)] {
            assert_eq!(tries(10, declines), expected, "{declines}");
        }
        assert_eq!(tries(u32::MAX, 100), u32::MAX);
    }
}
