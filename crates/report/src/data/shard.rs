use serde::Serialize;

/// How far a shard of a job is, the part of it that one of several machines does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShardReport {
    /// The shard, such as 3/7.
    pub shard: String,
    /// The job that it is a part of.
    pub job: String,
    /// What a piece is.
    pub unit: &'static str,
    /// Pieces that are done.
    pub done: u64,
    /// Pieces of the shard.
    pub pieces: u64,
    /// Pieces of the whole job.
    pub all: u64,
    /// Whether nothing is left to do.
    pub finished: bool,
}

impl ShardReport {
    /// Which shard of what it is, and how far it is.
    ///
    /// ```
    /// use starmax_report::ShardReport;
    ///
    /// let report = ShardReport {
    ///     shard: "3/7".to_owned(),
    ///     job: "tournament of dice, seed 1: star2, random".to_owned(),
    ///     unit: "pairs of games",
    ///     done: 143,
    ///     pieces: 143,
    ///     all: 1000,
    ///     finished: true,
    /// };
    /// let expected = "shard 3/7 of the tournament of dice, seed 1: star2, random\n143 of its 143 pairs of games are done; all shards have 1000\n";
    /// assert_eq!(report.text(), expected);
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let Self {
            shard,
            job,
            unit,
            done,
            pieces,
            all,
            finished,
        } = self;
        let rest = if *finished { "" } else { "  (unfinished)" };
        format!(
            "shard {shard} of the {job}\n{done} of its {pieces} {unit} are done; all shards have {all}{rest}\n"
        )
    }
}
