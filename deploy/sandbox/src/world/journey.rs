//! Journeys: one itinerary a slice, all sold by the same airline and each after the one before.

use std::collections::BTreeMap;

use super::{flight::minutes, itinerary::Itinerary};

/// Time on the ground between two slices of one journey.
const TURNAROUND_MIN: u32 = 90;
/// Itineraries of an airline that are looked at where slices are combined.
const CHOICES_A_SLICE: usize = 4;
const PER_AIRLINE: usize = 10;

#[derive(Debug)]
pub(super) struct Journey<'a> {
    pub owner: usize,
    pub slices: Vec<&'a Itinerary>,
}

/// Every airline's best first, then every airline's second best, and so on: a reader of the first few sees
/// them all.
pub(super) fn journeys(slices: &[Vec<Itinerary>]) -> Vec<Journey<'_>> {
    let mut by_rank = Vec::new();
    for (owner, choices) in by_owner(slices) {
        let combined = combine(&choices);
        by_rank.extend(combined.into_iter().take(PER_AIRLINE).enumerate().map(|(rank, slices)| {
            let effort: u32 = slices.iter().map(|itinerary| itinerary.effort()).sum();
            (rank, effort, Journey { owner, slices })
        }));
    }
    by_rank.sort_by_key(|(rank, effort, journey)| (*rank, *effort, journey.owner));
    by_rank.into_iter().map(|(_, _, journey)| journey).collect()
}

/// Each airline's itineraries a slice, least effort first; none where it does not fly that slice.
fn by_owner(slices: &[Vec<Itinerary>]) -> BTreeMap<usize, Vec<Vec<&Itinerary>>> {
    let mut owners = BTreeMap::<usize, Vec<Vec<&Itinerary>>>::new();
    for (at, itineraries) in slices.iter().enumerate() {
        for itinerary in itineraries {
            let choices = owners.entry(itinerary.owner).or_insert_with(|| vec![Vec::new(); slices.len()]);
            choices[at].push(itinerary);
        }
    }
    for choice in owners.values_mut().flatten() {
        choice
            .sort_by_key(|itinerary| (itinerary.effort(), itinerary.departs(), itinerary.flights[0].number));
    }
    owners
}

/// Ways to take one itinerary of each slice, the least effort first; none where a slice has none.
fn combine<'a>(choices: &[Vec<&'a Itinerary>]) -> Vec<Vec<&'a Itinerary>> {
    let per_slice = if choices.len() == 1 { PER_AIRLINE } else { CHOICES_A_SLICE };
    let mut combined = vec![Vec::new()];
    for choice in choices {
        let longer = combined.iter().flat_map(|before: &Vec<&'a Itinerary>| {
            let following =
                choice.iter().filter(|next| follows(before.last().copied(), next)).take(per_slice);
            following.map(|next| [before.as_slice(), &[*next]].concat())
        });
        combined = longer.collect();
        combined.sort_by_key(|slices| slices.iter().map(|itinerary| itinerary.effort()).sum::<u32>());
        combined.truncate(PER_AIRLINE);
    }
    combined
}

fn follows(before: Option<&Itinerary>, next: &Itinerary) -> bool {
    before.is_none_or(|before| next.departs() >= before.arrives() + minutes(TURNAROUND_MIN))
}
