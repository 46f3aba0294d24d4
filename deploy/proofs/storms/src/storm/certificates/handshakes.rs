//! New connections to all services while certificates are replaced, and what they showed.

use std::time::Duration;

use tokio::time::{Instant, interval};

use super::caller::{Answer, Caller, certificate_in};
use super::files::Files;
use super::steps::{Batch, Step};
use crate::cluster::{Cluster, Replica};
use crate::fleet::GATEWAY;
use crate::report::Report;

const CONNECT_EVERY: Duration = Duration::from_millis(200);

pub struct Handshakes<'f> {
    files: &'f Files,
    let_in: usize,
    refused: usize,
    /// What each connection was that did not end as it had to.
    wrong: Vec<String>,
}

impl<'f> Handshakes<'f> {
    pub fn of(files: &'f Files) -> Self {
        Self { files, let_in: 0, refused: 0, wrong: Vec::new() }
    }

    /// For so long, programs connect that hold the files of these steps. All are let in, whether or not a service has
    /// taken the new ones yet.
    pub async fn go_on(
        &mut self,
        cluster: &Cluster,
        steps: [&Step; 2],
        length: Duration,
    ) -> anyhow::Result<()> {
        let [before, now] = steps;
        let callers = [self.caller(before, before.batch)?, self.caller(now, now.batch)?];
        let (end, mut turns) = (Instant::now() + length, interval(CONNECT_EVERY));
        for replica in services(cluster).cycle() {
            turns.tick().await;
            if Instant::now() > end {
                break;
            }
            for (caller, step) in callers.iter().zip(steps) {
                let answer = caller.ask(replica).await;
                let is_good = matches!(answer, Ok(Answer::LetIn(_)));
                self.count(answer, is_good, &format!("{}, by {replica} meanwhile", step.what));
            }
        }
        Ok(())
    }

    /// Each service shows its certificate of this step, and accepts those that an authority it trusts has signed.
    pub async fn check(&mut self, cluster: &Cluster, step: &Step) -> anyhow::Result<()> {
        for batch in Batch::ALL {
            let caller = self.caller(step, batch)?;
            for replica in services(cluster) {
                let expected = if step.trusts(batch) {
                    Answer::LetIn(certificate_in(&self.files.of(step.batch, replica.name))?)
                } else {
                    Answer::Refused
                };
                let answer = caller.ask(replica).await;
                let is_good = answer.as_ref().is_ok_and(|answer| *answer == expected);
                let what = format!("{}, {batch:?} to be {expected} by {replica}", step.what);
                self.count(answer, is_good, &what);
            }
        }
        Ok(())
    }

    pub fn tell(self, report: &mut Report) {
        let Self { let_in, refused, wrong, .. } = self;
        let counts = format!("{let_in} / {refused} / {}", wrong.len());
        report.row("new connections let in / refused / not as they have to be", counts);
        report.require(let_in > 0 && refused > 0, || "no connection was tried".to_owned());
        for wrong in wrong {
            report.miss(wrong);
        }
    }

    /// The gateway with the files of this step, but for a certificate of this batch.
    fn caller(&self, step: &Step, batch: Batch) -> anyhow::Result<Caller> {
        Caller::new(&self.files.trusted_at(step)?, &self.files.of(batch, GATEWAY))
    }

    fn count(&mut self, answer: anyhow::Result<Answer>, is_good: bool, what: &str) {
        match answer {
            Ok(Answer::LetIn(_)) if is_good => self.let_in += 1,
            Ok(Answer::Refused) if is_good => self.refused += 1,
            Ok(answer) => self.wrong.push(format!("{what}: {answer}")),
            Err(error) => self.wrong.push(format!("{what}: {error:#}")),
        }
    }
}

fn services(cluster: &Cluster) -> impl Iterator<Item = &Replica> + Clone {
    cluster.replicas.iter().filter(|replica| replica.name != GATEWAY)
}
