//! With AVX2: registers of 256 bits.
//!
//! Loops here count: what iterators do is not always compiled for the processor at hand.
#![expect(
    clippy::needless_range_loop,
    reason = "compiled anew for each processor"
)]

use std::arch::x86_64::{
    __m256i, _mm_and_si128, _mm_set_epi64x, _mm_set1_epi8, _mm_srli_epi16, _mm_unpackhi_epi8,
    _mm_unpacklo_epi8, _mm256_add_epi16, _mm256_add_epi32, _mm256_add_ps, _mm256_castsi256_pd,
    _mm256_cmpeq_epi64, _mm256_cmpgt_epi8, _mm256_cvtepi32_ps, _mm256_load_si256, _mm256_loadu_ps,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi16,
    _mm256_max_epi32, _mm256_min_epi16, _mm256_movemask_epi8, _mm256_movemask_pd, _mm256_mul_ps,
    _mm256_mulhrs_epi16, _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_set_m128i,
    _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_si256,
    _mm256_store_si256, _mm256_storeu_ps, _mm256_storeu_si256, _mm256_sub_epi16, _mm256_xor_si256,
};

use starmax_games::{BackgammonState, Checkers};

use super::super::NetInputs;
use super::super::inputs::{Levels, Packed, Switches};
use super::super::layers::{Changes, First, Memory, Outputs, Position, Second};
use super::super::logistic;
use super::super::quantised::{
    LARGEST_GIVEN, LARGEST_QUADS_PER_SUM, ONE, OUTPUTS, PAIRS, Quad, Quantised, Row, SECOND, SHIFT,
    Upper, WIDTH,
};
use super::WideWork;

/// Bytes of a register of AVX2, at multiples of which it is loaded and stored where it says `load` and `store` without a `u`.
pub(super) const REGISTER: usize = 32;

/// What the functions below take for granted about numbers that are made elsewhere.
const _: () = {
    // Both halves of the first layer and what it gives are whole registers, aligned.
    assert!(WIDTH == 2 * PAIRS);
    assert!(size_of::<Row>() == 2 * WIDTH && size_of::<First>() == PAIRS);
    assert!(align_of::<Row>().is_multiple_of(REGISTER));
    assert!(align_of::<First>().is_multiple_of(REGISTER));
    assert!((2 * PAIRS).is_multiple_of(REGISTER));
    // `mulhrs` shifts twice the numbers by 15; what comes out fits eight bits, and two of them times weights 16 bits.
    assert!(SHIFT + 2 == 15);
    assert!(2 * ONE as i32 <= i16::MAX as i32 && LARGEST_GIVEN <= u8::MAX as i32);
    assert!(2 * LARGEST_GIVEN * i8::MAX as i32 <= i16::MAX as i32);
    assert!(2 * LARGEST_GIVEN * i8::MIN as i32 >= i16::MIN as i32);
    // Four weights of a unit lie where the number of 32 bits would.
    assert!(size_of::<Quad>() == 4 * SECOND && size_of::<Second>() == 4 * SECOND);
    // The outputs are one register.
    assert!(size_of::<Outputs>() == REGISTER);
};

#[target_feature(enable = "avx2")]
pub(super) fn run_wide<W: WideWork>(work: W) -> W::Output {
    work.run()
}

#[target_feature(enable = "avx2")]
pub(super) fn look(state: &BackgammonState, inputs: &mut NetInputs) {
    let checkers = state.mine_and_his().map(Checkers::words);
    let [mine, his] = checkers;
    *inputs = NetInputs::with_levels(checkers, [levels(mine), levels(his)]);
}

#[inline]
#[target_feature(enable = "avx2")]
#[expect(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "bits")]
fn levels([low, high]: Packed) -> Levels {
    let packed = _mm_set_epi64x(high as i64, low as i64);
    let fifteen = _mm_set1_epi8(15);
    let even = _mm_and_si128(packed, fifteen);
    let odd = _mm_and_si128(_mm_srli_epi16(packed, 4), fifteen);
    let counts = _mm256_set_m128i(_mm_unpackhi_epi8(even, odd), _mm_unpacklo_epi8(even, odd));
    let above = |count| {
        let more = _mm256_cmpgt_epi8(counts, _mm256_set1_epi8(count));
        _mm256_movemask_epi8(more) as u32
    };
    [above(0), above(1), above(2), above(3), above(4), above(5)]
}

#[target_feature(enable = "avx2")]
pub(super) fn run(net: &Quantised, memories: &mut [Memory], positions: &mut [Position]) {
    first_layers::<Halves>(net, memories, positions);
    second_layers(net, positions);
    last_layers(net, positions);
}

/// How rows are added to what is remembered.
pub(super) trait Adds {
    /// Adds the changes to what is remembered. May remember that, and may give what the pairs give.
    ///
    /// # Safety
    /// The processor must have the instructions.
    unsafe fn go_on<const REMEMBER: bool>(
        net: &Quantised,
        memory: &mut Memory,
        first: Option<&mut First>,
    );
}

/// In registers of 256 bits.
pub(super) struct Halves;

impl Adds for Halves {
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn go_on<const REMEMBER: bool>(
        net: &Quantised,
        memory: &mut Memory,
        first: Option<&mut First>,
    ) {
        go_on::<REMEMBER>(net, memory, first);
    }
}

/// Four positions are near each other: the first layer goes on to a point between them, and from there to each.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn first_layers<A: Adds>(
    net: &Quantised,
    memories: &mut [Memory],
    positions: &mut [Position],
) {
    // SAFETY: this runs only on a processor for which the kernel that chose the way to add was made.
    let (go_on_and_remember, go_on) = (
        |memory: &mut Memory, first: Option<&mut First>| unsafe {
            A::go_on::<true>(net, memory, first);
        },
        |memory: &mut Memory, first: Option<&mut First>| unsafe {
            A::go_on::<false>(net, memory, first);
        },
    );
    for near in positions.chunks_mut(4) {
        let number = near[0].memory;
        let is_alike = near.iter().all(|position| position.memory == number);
        if let ([a, b, c, d], true) = (&*near, is_alike) {
            let memory = &mut memories[number];
            let between = [a, b, c, d].map(|position| position.inputs.switches());
            let between = memory.switches.between(between);
            find_changes(&mut memory.changes, &memory.switches, &between);
            memory.switches = between;
            go_on_and_remember(memory, None);
            for position in near {
                find_changes(
                    &mut memory.changes,
                    &memory.switches,
                    position.inputs.switches(),
                );
                go_on(memory, Some(&mut position.first));
            }
        } else {
            for position in near {
                let memory = &mut memories[position.memory];
                find_changes(
                    &mut memory.changes,
                    &memory.switches,
                    position.inputs.switches(),
                );
                memory.switches = *position.inputs.switches();
                go_on_and_remember(memory, Some(&mut position.first));
            }
        }
    }
}

/// [`Adds::go_on`] with AVX2.
#[inline]
#[target_feature(enable = "avx2")]
fn go_on<const REMEMBER: bool>(
    net: &Quantised,
    memory: &mut Memory,
    mut first: Option<&mut First>,
) {
    const LANES: usize = 16;
    /// So many registers of pairs stay with both their halves in registers while the rows are added.
    const PART: usize = 4;
    const _: () = {
        assert!(LANES * size_of::<i16>() == REGISTER);
        assert!(PART.is_multiple_of(2) && PAIRS.is_multiple_of(LANES * PART));
    };
    let Memory { sums, changes, .. } = memory;
    for part in 0..PAIRS / LANES / PART {
        let start = part * PART * LANES;
        let place = |half: usize, register: usize| half * PAIRS + start + register * LANES;
        // SAFETY: the registers are parts of the row, which is aligned.
        let load = |row: &Row, half: usize, register: usize| unsafe {
            _mm256_load_si256(row.0.as_ptr().add(place(half, register)).cast())
        };
        let mut numbers = [[_mm256_setzero_si256(); PART]; 2];
        for half in 0..2 {
            for register in 0..PART {
                numbers[half][register] = load(sums, half, register);
            }
        }
        for change in 0..changes.count {
            let on = &net.rows[changes.on.get(change)];
            let off = &net.rows[changes.off.get(change)];
            for half in 0..2 {
                for register in 0..PART {
                    let sum = &mut numbers[half][register];
                    *sum = _mm256_add_epi16(*sum, load(on, half, register));
                    *sum = _mm256_sub_epi16(*sum, load(off, half, register));
                }
            }
        }
        if REMEMBER {
            for half in 0..2 {
                for register in 0..PART {
                    // SAFETY: as above.
                    unsafe {
                        let place = sums.0.as_mut_ptr().add(place(half, register));
                        _mm256_store_si256(place.cast(), numbers[half][register]);
                    }
                }
            }
        }
        if let Some(first) = &mut first {
            let [left, right] = numbers;
            for two in 0..PART / 2 {
                let low = product(left[2 * two], right[2 * two]);
                let high = product(left[2 * two + 1], right[2 * two + 1]);
                // Packing is done in halves of registers.
                let packed = _mm256_packus_epi16(low, high);
                let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
                // SAFETY: the register is a part of the pairs, which are aligned.
                unsafe {
                    let place = first.0.as_mut_ptr().add(place(0, 2 * two));
                    _mm256_store_si256(place.cast(), packed);
                }
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn product(left: __m256i, right: __m256i) -> __m256i {
    _mm256_mulhrs_epi16(twice_clipped(left), twice_clipped(right))
}

#[inline]
#[target_feature(enable = "avx2")]
fn twice_clipped(sums: __m256i) -> __m256i {
    let clipped = _mm256_min_epi16(
        _mm256_max_epi16(sums, _mm256_setzero_si256()),
        _mm256_set1_epi16(ONE),
    );
    _mm256_add_epi16(clipped, clipped)
}

/// [`Changes::find`] without branches that nobody could guess.
#[inline]
#[target_feature(enable = "avx2")]
#[expect(clippy::cast_sign_loss, reason = "four bits")]
fn find_changes(changes: &mut Changes, before: &Switches, now: &Switches) {
    const LANES: usize = 8;
    const _: () = {
        assert!(LANES * size_of::<u32>() == REGISTER);
        assert!(Switches::GROUPS.is_multiple_of(LANES) && Switches::GROUPS / 2 <= 32);
        assert!(size_of::<Switches>() == 4 * Switches::GROUPS);
        assert!(align_of::<Switches>().is_multiple_of(REGISTER));
    };
    let mut different = [0_u64; Switches::GROUPS / 2];
    let mut in_use = 0_u32;
    for register in 0..Switches::GROUPS / LANES {
        let place = LANES * register;
        // SAFETY: the registers are parts of the switches, which are aligned, and of half as many numbers of twice the size.
        unsafe {
            let bits = _mm256_xor_si256(
                _mm256_load_si256(before.0.as_ptr().add(place).cast()),
                _mm256_load_si256(now.0.as_ptr().add(place).cast()),
            );
            _mm256_storeu_si256(different.as_mut_ptr().add(place / 2).cast(), bits);
            let is_zero = _mm256_cmpeq_epi64(bits, _mm256_setzero_si256());
            let zeros = _mm256_movemask_pd(_mm256_castsi256_pd(is_zero));
            in_use |= (zeros as u32 ^ 0b1111) << (place / 2);
        }
    }
    let (mut on, mut off) = (0, 0);
    while in_use != 0 {
        let pair = in_use.trailing_zeros() as usize;
        in_use &= in_use - 1;
        let is_on = u64::from(now.0[2 * pair]) | u64::from(now.0[2 * pair + 1]) << 32;
        let mut push = |bits: u64| {
            let bit = bits.trailing_zeros() as usize % 64;
            let went_on = usize::from(is_on >> bit & 1 != 0);
            let is_there = usize::from(bits != 0);
            changes.on.put(on, 64 * pair + bit);
            changes.off.put(off, 64 * pair + bit);
            on += is_there & went_on;
            off += is_there & !went_on;
            bits & bits.wrapping_sub(1)
        };
        // There are one or two bits, and seldom more.
        let bits = push(different[pair]);
        let mut bits = push(bits);
        while bits != 0 {
            bits = push(bits);
        }
    }
    changes.fill_up(on, off);
}

/// Positions with the same weights go through the second layer two by two, so that each weight is loaded once for both.
#[inline]
#[target_feature(enable = "avx2")]
fn second_layers(net: &Quantised, positions: &mut [Position]) {
    let mut waiting = [None; NetInputs::SETS];
    for number in 0..positions.len() {
        let set = positions[number].set;
        match waiting[set].take() {
            None => waiting[set] = Some(number),
            Some(other) => {
                let seconds = second_layer_of(
                    &net.uppers[set],
                    [&positions[other].first, &positions[number].first],
                );
                positions[other].second = seconds[0];
                positions[number].second = seconds[1];
            }
        }
    }
    for set in 0..NetInputs::SETS {
        if let Some(number) = waiting[set] {
            let [second] = second_layer_of(&net.uppers[set], [&positions[number].first]);
            positions[number].second = second;
        }
    }
}

/// What four pairs of the first layer give, in one number.
#[inline]
pub(super) fn four(given: &First, quad: usize) -> i32 {
    let first = 4 * quad;
    i32::from_le_bytes([
        given.0[first],
        given.0[first + 1],
        given.0[first + 2],
        given.0[first + 3],
    ])
}

#[inline]
#[target_feature(enable = "avx2")]
fn second_layer_of<const COUNT: usize>(upper: &Upper, given: [&First; COUNT]) -> [Second; COUNT] {
    const LANES: usize = 8;
    const REGISTERS: usize = SECOND / LANES;
    const _: () = {
        assert!(LANES * size_of::<i32>() == REGISTER && SECOND.is_multiple_of(LANES));
        assert!((PAIRS / 4).is_multiple_of(LARGEST_QUADS_PER_SUM));
    };
    // SAFETY: each register is eight of the numbers, each of four bytes.
    let biases: [__m256i; REGISTERS] = std::array::from_fn(|register| unsafe {
        _mm256_loadu_si256(upper.second_bias.as_ptr().add(LANES * register).cast())
    });
    let mut sums = [biases; COUNT];
    let ones = _mm256_set1_epi16(1);
    let mut quad = 0;
    while quad < PAIRS / 4 {
        let mut small = [[_mm256_setzero_si256(); REGISTERS]; COUNT];
        for _ in 0..upper.quads_per_sum {
            let weights = upper.second[quad].0.as_ptr();
            let mut fours = [_mm256_setzero_si256(); COUNT];
            for position in 0..COUNT {
                fours[position] = _mm256_set1_epi32(four(given[position], quad));
            }
            for register in 0..REGISTERS {
                // SAFETY: each register is eight of the weights, each of four bytes.
                let weights = unsafe { _mm256_loadu_si256(weights.add(LANES * register).cast()) };
                for position in 0..COUNT {
                    small[position][register] = _mm256_add_epi16(
                        small[position][register],
                        _mm256_maddubs_epi16(fours[position], weights),
                    );
                }
            }
            quad += 1;
        }
        for position in 0..COUNT {
            for register in 0..REGISTERS {
                sums[position][register] = _mm256_add_epi32(
                    sums[position][register],
                    _mm256_madd_epi16(small[position][register], ones),
                );
            }
        }
    }
    let mut seconds = [Second([0.0; SECOND]); COUNT];
    for position in 0..COUNT {
        for register in 0..REGISTERS {
            let sum = _mm256_max_epi32(sums[position][register], _mm256_setzero_si256());
            // SAFETY: each register is eight of the numbers, each of four bytes.
            unsafe {
                let place = seconds[position].0.as_mut_ptr().add(LANES * register);
                _mm256_storeu_ps(place, _mm256_cvtepi32_ps(sum));
            }
        }
    }
    seconds
}

/// Four positions go through the last layer side by side, so that no sum waits for the one before.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn last_layers(net: &Quantised, positions: &mut [Position]) {
    let (fours, rest) = positions.as_chunks_mut::<4>();
    for four in fours {
        last_layer_of(net, four);
    }
    for one in rest {
        last_layer_of(net, std::array::from_mut(one));
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn last_layer_of<const COUNT: usize>(net: &Quantised, positions: &mut [Position; COUNT]) {
    // SAFETY: the register is the eight numbers.
    let load = |numbers: &Outputs| unsafe { _mm256_loadu_ps(numbers.as_ptr()) };
    let uppers: [&Upper; COUNT] =
        std::array::from_fn(|position| &net.uppers[positions[position].set]);
    let mut sums: [_; COUNT] = std::array::from_fn(|position| load(&uppers[position].output_bias));
    for unit in 0..SECOND {
        for position in 0..COUNT {
            let given = _mm256_set1_ps(positions[position].second.0[unit]);
            let product = _mm256_mul_ps(given, load(&uppers[position].output[unit]));
            sums[position] = _mm256_add_ps(sums[position], product);
        }
    }
    for position in 0..COUNT {
        let mut outputs = [0.0; OUTPUTS];
        // SAFETY: the register is the eight numbers.
        unsafe { _mm256_storeu_ps(outputs.as_mut_ptr(), sums[position]) };
        for output in 0..OUTPUTS {
            outputs[output] = logistic(outputs[output]);
        }
        positions[position].outputs = outputs;
    }
}
