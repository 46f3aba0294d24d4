use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// A map of at most so many entries: beyond them the one goes that was put in first.
#[derive(Debug)]
pub(super) struct Bounded<K, V> {
    most: usize,
    /// With the turn in which each came.
    entries: HashMap<K, (u64, V)>,
    turns: BTreeMap<u64, K>,
    next_turn: u64,
}

impl<K: Copy + Eq + Hash, V> Bounded<K, V> {
    pub fn new(most: usize) -> Self {
        Self { most, entries: HashMap::new(), turns: BTreeMap::new(), next_turn: 0 }
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        self.entries.get(key).map(|(_, value)| value)
    }

    /// Puts it in as the newest, in the place of what stood under the key.
    pub fn insert(&mut self, key: K, value: V) {
        self.remove(&key);
        self.entries.insert(key, (self.next_turn, value));
        self.turns.insert(self.next_turn, key);
        self.next_turn += 1;
        if self.turns.len() > self.most
            && let Some((_, oldest)) = self.turns.pop_first()
        {
            self.entries.remove(&oldest);
        }
    }

    pub fn remove(&mut self, key: &K) {
        if let Some((turn, _)) = self.entries.remove(key) {
            self.turns.remove(&turn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_its_bound_a_map_loses_what_was_put_in_first() {
        let mut map = Bounded::new(2);
        map.insert("a", 1);
        map.insert("b", 2);
        map.insert("a", 3);
        map.insert("c", 4);

        assert_eq!([map.get(&"a"), map.get(&"b"), map.get(&"c")], [Some(&3), None, Some(&4)]);
    }

    #[test]
    fn what_was_removed_makes_room() {
        let mut map = Bounded::new(2);
        map.insert("a", 1);
        map.insert("b", 2);
        map.remove(&"b");
        map.insert("c", 3);

        assert_eq!([map.get(&"a"), map.get(&"b"), map.get(&"c")], [Some(&1), None, Some(&3)]);
    }
}
