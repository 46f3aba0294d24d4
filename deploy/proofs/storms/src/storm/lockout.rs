//! Strangers guess the passwords of an owner, who has an account on every brand, and of an administrator, from many
//! addresses and with forged headers. Meanwhile these sign in where they have before, and the owner in new browsers by
//! mailed links. Then a day of guessing passes in little more than a minute: the stored tries are moved back in time.

mod guesses;
mod people;
mod tries;

use std::time::Duration;

use sqlx::{Connection, PgConnection};
use tokio::time::{MissedTickBehavior, interval};

use self::guesses::{Guesses, Guessing};
use self::people::{ADMINISTRATOR, OWNER, People};
use self::tries::Tries;
use crate::fleet::Fleet;
use crate::report::Report;

const NAMES: [&str; 2] = [OWNER, ADMINISTRATOR];
/// Tries at one password in any 24 hours.
const MOST_A_DAY: usize = 100;
/// 24 hours, in steps of a quarter of the longest pause. Each leaves time for a try at every account.
const STEPS: u32 = 288;
const STEP: Duration = Duration::from_mins(5);
const STEP_TAKES: Duration = Duration::from_millis(250);

pub async fn run(fleet: &mut Fleet, seconds: u64, report: &mut Report) -> anyhow::Result<()> {
    let database = fleet.database();
    let brands = brands(&database).await?;
    let mut people = People::arrive(fleet, &brands).await?;
    let guessing = Guessing::prepare(fleet, brands)?;

    let visit = Box::pin(people.visit_for(Duration::from_secs(seconds)));
    let (told, visits) = guessing.during(NAMES, visit).await;
    fleet.check_alive()?;
    visits.tell(report);
    tell_guesses(&told, "meanwhile", report);
    all_are_stored(&told, &Tries::read(&database).await?, report);

    let (told, passed) = guessing.during(NAMES, pass_a_day(&database)).await;
    passed?;
    fleet.check_alive()?;
    tell_guesses(&told, "in the day", report);
    Tries::read(&database).await?.tell_most_a_day(MOST_A_DAY, report);
    Ok(())
}

async fn brands(database: &str) -> anyhow::Result<Vec<String>> {
    let mut database = PgConnection::connect(database).await?;
    let keys =
        sqlx::query_scalar("select key from brand.brand order by key").fetch_all(&mut database).await?;
    database.close().await?;
    Ok(keys)
}

fn tell_guesses(told: &[Guesses; 2], when: &str, report: &mut Report) {
    for (guesses, name) in told.iter().zip(NAMES) {
        guesses.tell(&format!("{name}, {when}"), report);
    }
}

/// Each guess that was compared with a password has to be a stored try: those are counted.
fn all_are_stored(told: &[Guesses; 2], tries: &Tries, report: &mut Report) {
    let (compared, stored): (usize, _) = (told.iter().map(Guesses::compared).sum(), tries.count());
    report.row("guesses compared with a password: told / stored", format!("{compared} / {stored}"));
    report.require(stored >= compared, || format!("{compared} guesses were compared, and {stored} stored"));
}

/// Each step leaves as much time, however long the one before it took.
async fn pass_a_day(database: &str) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(database).await?;
    let mut turns = interval(STEP_TAKES);
    turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for _ in 0..STEPS {
        turns.tick().await;
        tries::age(&mut database, STEP).await?;
    }
    Ok(database.close().await?)
}
