/// The switches of the recursion, known at compile time: which algorithm of the family it is.
///
/// An experiment may define a variant of its own:
///
/// ```
/// use starmax_search::Variant;
///
/// /// Star2 that does not probe where a probe cannot cut.
/// struct Thrifty;
/// impl Variant for Thrifty {
///     const WINDOWS: bool = true;
///     const PROBES: bool = true;
///     const SKIPS_HOPELESS_PROBES: bool = true;
/// }
/// ```
pub trait Variant {
    /// Windows are passed through chance nodes, and nodes outside their window are cut.
    const WINDOWS: bool = false;
    /// Before the outcomes of a chance node are searched, each is probed with its most promising moves.
    const PROBES: bool = false;
    /// A chance node first asks the table what is known of its outcomes.
    const SUCCESSOR_PROBING: bool = false;
    /// A window is narrowed to what the value can be at all (the AX and BX of the papers).
    const CLIPS: bool = true;
    /// No probes where no probe can bring the chance node out of its window.
    const SKIPS_HOPELESS_PROBES: bool = false;
    /// Bounds of the state at hand instead of the evaluator's range.
    const STATE_BOUNDS: bool = false;
    /// Outcomes that weigh more are looked at first.
    const ORDERS_OUTCOMES: bool = false;
    /// A probe asks of an outcome little more than its share of what the chance node needs.
    const SHARES: bool = false;
    /// The successors of a decision right above the leaves are evaluated all at once.
    const BATCHES: bool = false;
}

/// Visits everything: minimax with averages.
#[derive(Clone, Copy, Debug)]
pub struct Expectimax;
impl Variant for Expectimax {}

/// Ballard's first algorithm: windows through chance nodes. Without chance: alpha-beta.
#[derive(Clone, Copy, Debug)]
pub struct Star1;
impl Variant for Star1 {
    const WINDOWS: bool = true;
}

/// [`Star1`] that does not clip windows to the range; Ballard's Table 2 was made so.
#[derive(Clone, Copy, Debug)]
pub struct Star1Unclipped;
impl Variant for Star1Unclipped {
    const WINDOWS: bool = true;
    const CLIPS: bool = false;
}

/// Ballard's second algorithm: probes first. With more than one probe per outcome: Star2.5.
#[derive(Clone, Copy, Debug)]
pub struct Star2;
impl Variant for Star2 {
    const WINDOWS: bool = true;
    const PROBES: bool = true;
}

/// [`Star2`] as in Ballard's Tables 1 and 3: a chance node that nothing is compared with yet is not probed.
#[derive(Clone, Copy, Debug)]
pub struct Star2Ballard;
impl Variant for Star2Ballard {
    const WINDOWS: bool = true;
    const PROBES: bool = true;
    const SKIPS_HOPELESS_PROBES: bool = true;
}

/// Veness and Blair: Star2 with a table at chance nodes and successor probing.
#[derive(Clone, Copy, Debug)]
pub struct Star2Tt;
impl Variant for Star2Tt {
    const WINDOWS: bool = true;
    const PROBES: bool = true;
    const SUCCESSOR_PROBING: bool = true;
}

/// Our own: [`Star2Tt`] with everything that was measured to cut more.
#[derive(Clone, Copy, Debug)]
pub struct Starmax;
impl Variant for Starmax {
    const WINDOWS: bool = true;
    const PROBES: bool = true;
    const SUCCESSOR_PROBING: bool = true;
    const SKIPS_HOPELESS_PROBES: bool = true;
    const STATE_BOUNDS: bool = true;
    const ORDERS_OUTCOMES: bool = true;
    const SHARES: bool = true;
    const BATCHES: bool = true;
}
