//! Seeds as `make sim` runs them, few of them: each in a process of its own.

use std::process::{Command, Output};

fn simulation(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_simulation")).args(arguments).output().unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn every_law_holds_and_a_seed_is_the_same_run_again_and_no_other_seed_is() {
    let output = simulation(&["3", "--twice"]);

    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("3 of 3 seeds ran the same way twice"), "{}", text(&output));
    assert!(text(&output).contains("3 different runs"), "{}", text(&output));
}

#[test]
fn bag05_a_bag_that_is_withdrawn_while_it_is_bought_ends_the_purchase_with_nothing_held() {
    // This seed has one.
    let output = simulation(&["1", "--from", "23"]);

    assert!(output.status.success(), "{}", text(&output));
    let told = text(&output);
    let ended: u32 = told.split_once(" purchases, ").unwrap().1.split(' ').next().unwrap().parse().unwrap();
    assert!(ended > 0, "it has none: {told}");
}

/// `make sim MUTANTS=1` tries them all. Each from a seed that finds it out, one at a time: a second one beside it would
/// run to its end for nothing.
#[test]
fn wrong_designs_are_found_out() {
    for (mutant, from) in [
        ("timeout-is-no", "8"),
        ("absence-is-no", "4"),
        ("no-guards", "6"),
        ("lost-capture-is-no", "11"),
        ("question-is-yes", "2"),
        ("lost-confirm-is-yes", "37"),
        ("new-key-each-refund", "10"),
        ("new-key-each-try", "2"),
        ("unclear-is-failed", "4"),
    ] {
        let output = simulation(&["40", "--from", from, "--jobs", "1", "--mutants", "--mutant", mutant]);

        assert!(output.status.success(), "{}", text(&output));
    }
}
