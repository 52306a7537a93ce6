use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::Trial;
use crate::Moments;

/// When states need no more trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopRules {
    /// Trials of every candidate at most.
    pub trials: u64,
    /// A candidate whose standard error is not above this needs no more.
    pub precise: Option<f64>,
    /// A candidate that is this many standard errors of the difference worse than the best one needs no more; infinity for never.
    pub worse: f64,
    /// That is checked whenever this many more trials are done, at least 2.
    pub round: u64,
}

impl Default for StopRules {
    fn default() -> Self {
        Self {
            trials: 1296,
            precise: None,
            worse: 4.0,
            round: 144,
        }
    }
}

/// Whether a candidate gets more trials, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It does.
    Running,
    /// It has had all of them.
    Finished,
    /// Its standard error is small enough.
    Precise,
    /// It is clearly worse than another one.
    Worse,
}

/// A trial to be played: which one, and from which candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The number of the candidate, from 0.
    pub candidate: usize,
    /// The number of the trial, from 0.
    pub trial: u64,
}

/// How candidates stand: the states that are compared, with the same dice for each of them.
///
/// Trials may come in any order, but are counted in the order of their numbers, and each number for all candidates at once. So everything
/// here is the same no matter which thread played which trial when.
#[derive(Clone, Debug)]
pub struct RolloutStanding {
    rules: StopRules,
    candidates: Vec<Candidate>,
    /// For every candidate by how much it is better than each one before it.
    differences: Vec<Vec<Moments>>,
    /// All trials with smaller numbers are counted.
    counted: u64,
    /// The trials that are played here, if not all of them.
    only: Option<Vec<Job>>,
}

/// One of the states that are compared. All values are seen by the viewer of the trials, who wants them large.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The results of the trials, luck taken out.
    pub values: Moments,
    /// The results as they came.
    pub lucky_values: Moments,
    /// The chances of the endings, luck taken out; `None` if a trial ended where nobody knows them.
    pub chances: Option<Vec<Moments>>,
    /// Trials that were cut off.
    pub cut: u64,
    /// Whether it gets more trials.
    pub status: Status,
    /// Trials that cannot be counted yet.
    waiting: BTreeMap<u64, Trial>,
}

impl RolloutStanding {
    /// So many candidates without trials.
    ///
    /// # Panics
    /// When the rules have rounds of less than two trials.
    #[must_use]
    pub fn new(candidates: usize, rules: StopRules) -> Self {
        assert!(rules.round > 1, "one trial has no standard error");
        let candidate = Candidate {
            values: Moments::default(),
            lucky_values: Moments::default(),
            chances: Some(Vec::new()),
            cut: 0,
            status: Status::Running,
            waiting: BTreeMap::new(),
        };
        Self {
            rules,
            candidates: vec![candidate; candidates],
            differences: (0..candidates)
                .map(|others| vec![Moments::default(); others])
                .collect(),
            counted: 0,
            only: None,
        }
    }

    /// Only these trials are played here, the others somewhere else. So nobody here knows how the candidates stand.
    ///
    /// # Panics
    /// When candidates may be stopped early, because that depends on all trials.
    #[must_use]
    pub fn only(mut self, jobs: Vec<Job>) -> Self {
        let rules = self.rules;
        let is_sure = rules.precise.is_none() && rules.worse == f64::INFINITY;
        assert!(is_sure, "a part of the trials does not say when to stop");
        self.only = Some(jobs);
        self
    }

    /// The candidates in their order.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// When candidates need no more trials.
    #[must_use]
    pub fn rules(&self) -> StopRules {
        self.rules
    }

    /// By how much one candidate is better than another one, over the trials that both had.
    #[must_use]
    pub fn difference(&self, one: usize, other: usize) -> Moments {
        match one.cmp(&other) {
            Ordering::Greater => self.differences[one][other],
            Ordering::Less => self.differences[other][one].negated(),
            Ordering::Equal => Moments::default(),
        }
    }

    /// The candidates by their means, the best one first; those that are clearly worse come last.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<_> = (0..self.candidates.len()).collect();
        let is_worse = |number: usize| self.candidates[number].status == Status::Worse;
        let mean = |number: usize| self.candidates[number].values.mean();
        ranking.sort_by(|&one, &two| {
            (is_worse(one).cmp(&is_worse(two))).then(mean(two).total_cmp(&mean(one)))
        });
        ranking
    }

    /// Whether all candidates have had enough.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match &self.only {
            Some(jobs) => jobs.iter().all(|&job| self.has(job)),
            None => self.running().next().is_none(),
        }
    }

    /// The trials that are to be played next, before anybody knows which ones will be after them.
    #[must_use]
    pub fn missing(&self) -> Vec<Job> {
        if let Some(jobs) = &self.only {
            let missing = jobs.iter().filter(|&&job| !self.has(job));
            return missing.copied().collect();
        }
        let end = (self.rules.trials).min((self.counted / self.rules.round + 1) * self.rules.round);
        let jobs = (self.counted..end).flat_map(|trial| {
            self.running()
                .map(move |candidate| Job { candidate, trial })
        });
        jobs.filter(|&job| !self.has(job)).collect()
    }

    /// Whether a trial is there already.
    fn has(&self, job: Job) -> bool {
        let waiting = &self.candidates[job.candidate].waiting;
        job.trial < self.counted || waiting.contains_key(&job.trial)
    }

    /// Takes note of a trial. One that is not needed changes nothing.
    ///
    /// # Panics
    /// When there is no such candidate.
    pub fn record(&mut self, job: Job, trial: Trial) {
        let candidate = &mut self.candidates[job.candidate];
        if candidate.status != Status::Running || job.trial < self.counted {
            return;
        }
        candidate.waiting.insert(job.trial, trial);
        while self.count_next() {
            let is_end = self.counted == self.rules.trials;
            if is_end || self.counted.is_multiple_of(self.rules.round) {
                self.judge(is_end);
            }
        }
    }

    fn running(&self) -> impl Iterator<Item = usize> {
        let numbered = self.candidates.iter().enumerate();
        numbered.filter_map(|(number, candidate)| {
            (candidate.status == Status::Running).then_some(number)
        })
    }

    /// Counts the next trial of all candidates, if it is there.
    fn count_next(&mut self) -> bool {
        let running: Vec<_> = self.running().collect();
        let is_there =
            |&number: &usize| self.candidates[number].waiting.contains_key(&self.counted);
        if running.is_empty() || !running.iter().all(is_there) {
            return false;
        }
        let values: Vec<_> = (running.iter())
            .map(|&number| self.candidates[number].count(self.counted))
            .collect();
        for (place, &number) in running.iter().enumerate() {
            for (&other, value) in running[..place].iter().zip(&values) {
                self.differences[number][other].add(values[place] - value);
            }
        }
        self.counted += 1;
        true
    }

    /// Finds candidates that need no more trials.
    fn judge(&mut self, is_end: bool) {
        let best = self.ranking()[0];
        let is_clearly_worse = |number| {
            let difference = self.difference(best, number);
            (difference.standard_error()).is_some_and(|error| {
                difference.mean() > self.rules.worse * error && difference.mean() > 0.0
            })
        };
        let is_precise = |number: usize| {
            let error = self.candidates[number].values.standard_error();
            error
                .zip(self.rules.precise)
                .is_some_and(|(error, wanted)| error <= wanted)
        };
        let judged: Vec<_> = (self.running())
            .map(|number| {
                let status = match number {
                    _ if is_end => Status::Finished,
                    _ if number != best && is_clearly_worse(number) => Status::Worse,
                    _ if is_precise(number) => Status::Precise,
                    _ => Status::Running,
                };
                (number, status)
            })
            .collect();
        for (number, status) in judged {
            let candidate = &mut self.candidates[number];
            candidate.status = status;
            if status != Status::Running {
                candidate.waiting.clear();
            }
        }
    }
}

impl Candidate {
    /// Counts a trial that waits, and returns its value.
    fn count(&mut self, number: u64) -> f64 {
        let trial = self.waiting.remove(&number).expect("the trial is there");
        self.values.add(trial.value);
        self.lucky_values.add(trial.value + trial.luck);
        self.cut += u64::from(trial.cut);
        self.chances = self
            .chances
            .take()
            .zip(trial.chances)
            .map(|(mut all, chances)| {
                all.resize(chances.len(), Moments::default());
                for (moments, chance) in all.iter_mut().zip(chances) {
                    moments.add(chance);
                }
                all
            });
        trial.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(value: f64) -> Trial {
        Trial {
            value,
            luck: 0.5,
            chances: Some(vec![value]),
            cut: false,
        }
    }

    fn rules(trials: u64) -> StopRules {
        StopRules {
            trials,
            round: 10,
            ..StopRules::default()
        }
    }

    /// Plays all trials, the last ones of each round first; `value` says what comes of them.
    fn played(mut standing: RolloutStanding, value: impl Fn(Job) -> f64) -> RolloutStanding {
        while !standing.is_over() {
            let missing = standing.missing();
            assert!(!missing.is_empty());
            for job in missing.into_iter().rev() {
                standing.record(job, trial(value(job)));
            }
        }
        standing
    }

    /// Some number between 0 and 1.
    fn noise(number: u64) -> f64 {
        (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as f64 / (1_u64 << 24) as f64
    }

    #[test]
    fn the_order_in_which_trials_come_does_not_matter() {
        let value = |job: Job| noise(3 * job.trial + job.candidate as u64);
        let standing = played(RolloutStanding::new(2, rules(25)), value);
        let mut in_order = RolloutStanding::new(2, rules(25));
        for trial_number in 0..25 {
            for candidate in 0..2 {
                let job = Job {
                    candidate,
                    trial: trial_number,
                };
                in_order.record(job, trial(value(job)));
            }
        }
        assert!(in_order.is_over() && in_order.missing().is_empty());
        for (one, two) in standing.candidates().iter().zip(in_order.candidates()) {
            assert_eq!((one.values, one.status), (two.values, Status::Finished));
            assert_eq!(one.values.count(), 25);
            assert!((one.lucky_values.mean() - one.values.mean() - 0.5).abs() < 1e-12);
        }
        assert_eq!(standing.difference(0, 1), in_order.difference(0, 1));
    }

    #[test]
    fn a_candidate_that_is_clearly_worse_gets_no_more_trials() {
        let value = |job: Job| noise(job.trial) - 0.3 * noise(job.trial + 7) * job.candidate as f64;
        let standing = played(RolloutStanding::new(3, rules(1000)), value);
        let [best, second, third] = standing.candidates() else {
            unreachable!()
        };
        assert_eq!((best.status, best.values.count()), (Status::Finished, 1000));
        assert_eq!(
            (second.status, third.status),
            (Status::Worse, Status::Worse)
        );
        assert!(
            second.values.count() <= 20,
            "the noise is the same for both"
        );
        assert_eq!(standing.ranking()[0], 0);
        assert_eq!(standing.difference(0, 2).count(), third.values.count());
        let never = StopRules {
            worse: f64::INFINITY,
            ..rules(100)
        };
        let standing = played(RolloutStanding::new(3, never), value);
        assert_eq!(standing.candidates()[2].values.count(), 100);
    }

    #[test]
    fn equal_candidates_are_not_worse_than_each_other() {
        let standing = played(RolloutStanding::new(2, rules(30)), |job| noise(job.trial));
        assert_eq!(standing.difference(0, 1).standard_error(), Some(0.0));
        assert!(
            standing
                .candidates()
                .iter()
                .all(|one| one.status == Status::Finished)
        );
        assert_eq!(standing.ranking(), [0, 1]);
    }

    #[test]
    fn a_candidate_that_is_precise_enough_gets_no_more_trials() {
        let precise = StopRules {
            precise: Some(0.02),
            ..rules(100_000)
        };
        let standing = played(RolloutStanding::new(1, precise), |job| noise(job.trial));
        let candidate = &standing.candidates()[0];
        assert_eq!(candidate.status, Status::Precise);
        // A number from 0 to 1 has a standard deviation of 0.289.
        assert!((180..=230).contains(&candidate.values.count()));
        assert!(candidate.values.interval().unwrap().contains(0.5));
    }

    #[test]
    fn chances_are_lost_with_the_first_trial_that_has_none() {
        let mut standing = RolloutStanding::new(1, rules(3));
        for (number, chances) in [(0, Some(vec![1.0])), (1, None), (2, Some(vec![0.0]))] {
            let job = Job {
                candidate: 0,
                trial: number,
            };
            let trial = Trial {
                chances,
                ..trial(1.0)
            };
            standing.record(job, trial);
        }
        assert!(standing.is_over());
        assert_eq!(standing.candidates()[0].chances, None);
    }

    #[test]
    fn some_trials_are_played_here_and_the_others_somewhere_else() {
        let all = StopRules {
            worse: f64::INFINITY,
            ..rules(25)
        };
        let job = |number: u64| Job {
            candidate: usize::from(number % 2 == 1),
            trial: number / 2,
        };
        for (first, step) in [(0, 1), (0, 3), (1, 3), (49, 50), (0, 2)] {
            let jobs: Vec<_> = (first..50).step_by(step).map(job).collect();
            let mut standing = RolloutStanding::new(2, all).only(jobs.clone());
            standing.record(jobs[0], trial(1.0));
            assert_eq!(standing.missing(), jobs[1..]);
            let standing = played(standing, |_| 1.0);
            assert!(standing.is_over() && standing.missing().is_empty());
        }
        assert!(RolloutStanding::new(2, all).only(vec![]).is_over());
    }

    #[test]
    fn trials_beyond_the_end_wait_in_vain() {
        let mut standing = RolloutStanding::new(1, rules(15));
        let job = |trial| Job {
            candidate: 0,
            trial,
        };
        standing.record(job(40), trial(1000.0));
        standing.record(job(12), trial(1.0));
        assert_eq!(standing.missing(), (0..10).map(job).collect::<Vec<_>>());
        let standing = played(standing, |_| 1.0);
        assert_eq!(standing.candidates()[0].values.count(), 15);
        assert_eq!(standing.candidates()[0].values.mean(), 1.0);
    }
}
