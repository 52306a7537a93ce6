//! The first two layers on different processors. All of them give the same integers.
//!
//! Loops here count: what iterators do is not always compiled for the processor at hand.
#![expect(unsafe_code, reason = "instructions that not every processor has")]
#![expect(
    clippy::inline_always,
    clippy::needless_range_loop,
    reason = "compiled anew for each processor"
)]

use super::quantised::{ONE, OUTPUTS, Quad, Quantised, Row, SECOND, SHIFT, Upper, WIDTH};
use super::{NetInputs, logistic};

/// The instructions that a net is computed with. They differ in speed alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Instructions);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// What every processor can do: the definition of the others.
    pub const PORTABLE: Self = Self(Instructions::Portable);

    /// All that this processor can do, the fastest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut kernels = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vnni")
            {
                kernels.push(Self(Instructions::Avx512));
            }
            if is_x86_feature_detected!("avx2") {
                kernels.push(Self(Instructions::Avx2));
            }
        }
        kernels.push(Self::PORTABLE);
        kernels
    }

    /// The fastest on this processor.
    #[must_use]
    pub fn fastest() -> Self {
        Self::available()[0]
    }

    /// What the units of the last layer give.
    #[inline]
    pub(super) fn outputs(
        self,
        net: &Quantised,
        upper: &Upper,
        inputs: &NetInputs,
        memory: &mut Memory,
    ) -> [f32; OUTPUTS] {
        match self.0 {
            Instructions::Portable => portable(net, upper, inputs, memory),
            // SAFETY: such a kernel is only made on a processor with these instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { x86::avx2(net, upper, inputs, memory) },
            // SAFETY: such a kernel is only made on a processor with these instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { x86::avx512(net, upper, inputs, memory) },
        }
    }
}

/// Work on many numbers that gains from wide registers.
pub trait WideWork {
    /// What comes out.
    type Output;

    /// Does the work. Should be `#[inline(always)]`, as all that it calls.
    fn run(self) -> Self::Output;
}

/// Does work that is compiled for the widest registers of this processor. Nothing is rounded differently.
pub fn with_wide_registers<W: WideWork>(work: W) -> W::Output {
    match Kernel::fastest().0 {
        Instructions::Portable => work.run(),
        // SAFETY: such a kernel is only made on a processor with these instructions.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => unsafe { x86::run_avx2(work) },
        // SAFETY: such a kernel is only made on a processor with these instructions.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => unsafe { x86::run_avx512(work) },
    }
}

/// The last position seen by a net, and what its first layer summed up.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    inputs: NetInputs,
    sums: Row,
    /// Rows to add and to subtract.
    on: Rows,
    off: Rows,
}

#[derive(Clone, Debug)]
struct Rows {
    count: usize,
    numbers: [u16; NetInputs::ROWS + 1],
}

impl Rows {
    const NONE: Self = Self {
        count: 0,
        numbers: [0; NetInputs::ROWS + 1],
    };

    /// Adds a row if it belongs here. Nobody could guess whether it does, so there is no branch.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer rows")]
    fn push(&mut self, row: usize, belongs: bool) {
        self.numbers[self.count] = row as u16;
        self.count += usize::from(belongs);
    }
}

impl Memory {
    pub(super) fn new(net: &Quantised) -> Self {
        Self {
            inputs: NetInputs::NOTHING,
            sums: net.bias,
            on: Rows::NONE,
            off: Rows::NONE,
        }
    }
}

/// Goes on from the last position to this one, and gives what the units of the first layer give.
#[inline(always)]
fn first_layer(net: &Quantised, inputs: &NetInputs, memory: &mut Memory) -> [u8; WIDTH] {
    /// So many sums stay in registers while the rows are added.
    const PART: usize = 128;
    let Memory {
        inputs: before,
        sums,
        on,
        off,
    } = memory;
    on.count = 0;
    off.count = 0;
    inputs.for_each_change(before, |row, is_on| {
        on.push(row, is_on);
        off.push(row, !is_on);
    });
    *before = *inputs;
    let mut given = [0; WIDTH];
    let mut start = 0;
    while start < WIDTH {
        let mut numbers = [0; PART];
        numbers.copy_from_slice(&sums.0[start..start + PART]);
        for row in 0..on.count {
            let row = &net.rows[usize::from(on.numbers[row])].0;
            for unit in 0..PART {
                numbers[unit] = numbers[unit].wrapping_add(row[start + unit]);
            }
        }
        for row in 0..off.count {
            let row = &net.rows[usize::from(off.numbers[row])].0;
            for unit in 0..PART {
                numbers[unit] = numbers[unit].wrapping_sub(row[start + unit]);
            }
        }
        for unit in 0..PART {
            sums.0[start + unit] = numbers[unit];
            given[start + unit] = square(numbers[unit]);
        }
        start += PART;
    }
    given
}

/// What a unit of the first layer gives: its sum clipped to [0, 1], squared, shifted by `SHIFT` with rounding.
#[inline(always)]
fn square(sum: i16) -> u8 {
    let double = i32::from(2 * sum.clamp(0, ONE));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 128"
    )]
    let square = ((((double * double) >> (SHIFT + 1)) + 1) >> 1) as u8;
    square
}

/// What the last layer gives when the second one sums up to this.
#[inline(always)]
fn last_layer(upper: &Upper, second: &[i32; SECOND]) -> [f32; OUTPUTS] {
    let mut outputs = upper.output_bias;
    for unit in 0..SECOND {
        let given = second[unit].max(0) as f32;
        for output in 0..OUTPUTS {
            outputs[output] += given * upper.output[unit][output];
        }
    }
    logistic_of_all(outputs)
}

#[inline(always)]
fn logistic_of_all(mut outputs: [f32; OUTPUTS]) -> [f32; OUTPUTS] {
    for output in 0..OUTPUTS {
        outputs[output] = logistic(outputs[output]);
    }
    outputs
}

fn portable(
    net: &Quantised,
    upper: &Upper,
    inputs: &NetInputs,
    memory: &mut Memory,
) -> [f32; OUTPUTS] {
    let given = first_layer(net, inputs, memory);
    let mut sums = upper.second_bias;
    for (given, Quad(weights)) in given.as_chunks::<4>().0.iter().zip(&upper.second) {
        for (sum, weights) in sums.iter_mut().zip(weights) {
            for (&unit, &weight) in given.iter().zip(weights) {
                *sum += i32::from(unit) * i32::from(weight);
            }
        }
    }
    last_layer(upper, &sums)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        _mm256_add_epi32, _mm256_add_ps, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_madd_epi16,
        _mm256_maddubs_epi16, _mm256_mul_ps, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_ps,
        _mm256_storeu_ps, _mm256_storeu_si256, _mm512_add_epi32, _mm512_dpbusd_epi32,
        _mm512_loadu_si512, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_storeu_si512,
    };

    use super::{
        Memory, NetInputs, OUTPUTS, Quantised, SECOND, Upper, WIDTH, WideWork, first_layer,
        logistic_of_all,
    };

    #[target_feature(enable = "avx2")]
    pub(super) fn run_avx2<W: WideWork>(work: W) -> W::Output {
        work.run()
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub(super) fn run_avx512<W: WideWork>(work: W) -> W::Output {
        work.run()
    }

    /// [`last_layer`](super::last_layer) in one register, which the compiler does not find.
    #[target_feature(enable = "avx2")]
    fn last_layer(upper: &Upper, second: &[i32; SECOND]) -> [f32; OUTPUTS] {
        // SAFETY: the register is the eight numbers.
        let load = |numbers: &[f32; OUTPUTS]| unsafe { _mm256_loadu_ps(numbers.as_ptr()) };
        let mut sums = load(&upper.output_bias);
        for unit in 0..SECOND {
            let given = _mm256_set1_ps(second[unit].max(0) as f32);
            sums = _mm256_add_ps(sums, _mm256_mul_ps(given, load(&upper.output[unit])));
        }
        let mut outputs = [0.0; OUTPUTS];
        // SAFETY: the register is the eight numbers.
        unsafe { _mm256_storeu_ps(outputs.as_mut_ptr(), sums) };
        logistic_of_all(outputs)
    }

    /// What four units of the first layer give, in one number.
    #[inline(always)]
    fn four(given: &[u8; WIDTH], quad: usize) -> i32 {
        let first = 4 * quad;
        i32::from_le_bytes([
            given[first],
            given[first + 1],
            given[first + 2],
            given[first + 3],
        ])
    }

    /// Sums of 16 bits hold two products exactly: a unit gives at most 128, and a weight is at most 127.
    #[target_feature(enable = "avx2")]
    pub(super) fn avx2(
        net: &Quantised,
        upper: &Upper,
        inputs: &NetInputs,
        memory: &mut Memory,
    ) -> [f32; OUTPUTS] {
        const LANES: usize = 8;
        const REGISTERS: usize = SECOND / LANES;
        let given = first_layer(net, inputs, memory);
        let ones = _mm256_set1_epi16(1);
        let mut second = upper.second_bias;
        let second_start = second.as_mut_ptr();
        // SAFETY: each register is eight of the numbers, each of four bytes.
        let mut sums: [_; REGISTERS] = std::array::from_fn(|register| unsafe {
            _mm256_loadu_si256(second_start.add(LANES * register).cast())
        });
        for quad in 0..WIDTH / 4 {
            let given = _mm256_set1_epi32(four(&given, quad));
            let weights = upper.second[quad].0.as_ptr();
            for register in 0..REGISTERS {
                // SAFETY: each register is eight of the weights, each of four bytes.
                let weights = unsafe { _mm256_loadu_si256(weights.add(LANES * register).cast()) };
                let products = _mm256_madd_epi16(_mm256_maddubs_epi16(given, weights), ones);
                sums[register] = _mm256_add_epi32(sums[register], products);
            }
        }
        for register in 0..REGISTERS {
            // SAFETY: as above.
            unsafe {
                _mm256_storeu_si256(second_start.add(LANES * register).cast(), sums[register]);
            }
        }
        last_layer(upper, &second)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub(super) fn avx512(
        net: &Quantised,
        upper: &Upper,
        inputs: &NetInputs,
        memory: &mut Memory,
    ) -> [f32; OUTPUTS] {
        const LANES: usize = 16;
        const REGISTERS: usize = SECOND / LANES;
        /// Sums of the same units, so that one need not wait for the other.
        const TURNS: usize = 4;
        let given = first_layer(net, inputs, memory);
        let mut sums = [[_mm512_setzero_si512(); REGISTERS]; TURNS];
        let mut first = 0;
        while first < WIDTH / 4 {
            for turn in 0..TURNS {
                let quad = first + turn;
                let given = _mm512_set1_epi32(four(&given, quad));
                let weights = upper.second[quad].0.as_ptr();
                for register in 0..REGISTERS {
                    // SAFETY: each register is sixteen of the weights, each of four bytes.
                    let weights =
                        unsafe { _mm512_loadu_si512(weights.add(LANES * register).cast()) };
                    sums[turn][register] =
                        _mm512_dpbusd_epi32(sums[turn][register], given, weights);
                }
            }
            first += TURNS;
        }
        let mut second = upper.second_bias;
        let second_start = second.as_mut_ptr();
        for register in 0..REGISTERS {
            // SAFETY: each register is sixteen of the numbers, each of four bytes.
            unsafe {
                let place = second_start.add(LANES * register);
                let mut sum = _mm512_loadu_si512(place.cast());
                for turn in 0..TURNS {
                    sum = _mm512_add_epi32(sum, sums[turn][register]);
                }
                _mm512_storeu_si512(place.cast(), sum);
            }
        }
        last_layer(upper, &second)
    }
}
