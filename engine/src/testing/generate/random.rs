//! Reproducible choices: a pseudo-random number generator, and words to build texts from.

/// SplitMix64, seeded by its purpose.
pub(super) struct Random(u64);

impl Random {
    /// The numbers for item `index` of a kind of item.
    pub(super) fn new(seed: u64, kind: &str, index: usize) -> Self {
        let mut random = Self(seed);
        for byte in kind.bytes() {
            random.0 = random.next() ^ u64::from(byte);
        }
        random.0 = random.next() ^ index as u64;
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which must not be zero.
    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap_or(0)
    }

    /// A number from `low` to `high`, inclusive.
    pub(super) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True with this probability in percent.
    pub(super) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub(super) fn pick(&mut self, words: &[&'static str]) -> &'static str {
        words[self.below(words.len())]
    }

    /// A sentence of this many words.
    pub(super) fn sentence(&mut self, words: usize) -> String {
        let mut sentence = String::new();
        for position in 0..words {
            let word = self.pick(if position % 2 == 0 { PLAIN } else { NOUNS });
            if position == 0 {
                sentence.push_str(&capitalized(word));
            } else {
                sentence.push(' ');
                sentence.push_str(word);
            }
        }
        sentence.push('.');
        sentence
    }

    /// A paragraph of this many sentences.
    pub(super) fn paragraph(&mut self, sentences: usize) -> String {
        let made: Vec<String> = (0..sentences)
            .map(|_| {
                let words = self.between(6, 16);
                self.sentence(words)
            })
            .collect();
        made.join(" ")
    }
}

pub(super) fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

const PLAIN: &[&str] = &[
    "the",
    "every",
    "a",
    "one",
    "another",
    "their",
    "its",
    "some",
    "this",
    "each",
    "no",
    "any",
    "our",
    "such",
    "that",
    "when the",
    "before a",
    "until the",
    "holds the",
    "returns a",
    "names the",
    "without a",
    "moves the",
    "keeps its",
];

pub(super) const NOUNS: &[&str] = &[
    "harbor",
    "pilot",
    "tide",
    "berth",
    "vessel",
    "cargo",
    "anchor",
    "chart",
    "beacon",
    "signal",
    "crane",
    "manifest",
    "voyage",
    "crew",
    "lock",
    "channel",
    "ferry",
    "buoy",
    "dock",
    "schedule",
    "container",
    "permit",
    "inspection",
    "invoice",
    "customs",
    "depth",
    "current",
    "mooring",
    "station",
    "route",
    "weather",
    "report",
];
