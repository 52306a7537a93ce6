//! The first two layers on different processors. All of them give the same integers.
#![expect(unsafe_code, reason = "instructions that not every processor has")]

use super::NetInputs;
use super::quantised::{ONE, Quad, Quantised, Row, SECOND, SHIFT, Upper, WIDTH};

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

    /// What the units of the second layer sum up.
    #[inline]
    pub(super) fn second_layer(
        self,
        net: &Quantised,
        set: usize,
        inputs: &NetInputs,
        memory: &mut Memory,
    ) -> [i32; SECOND] {
        let upper = &net.uppers[set];
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
    /// Rows to add and to subtract; kept for their memory alone.
    on: Vec<u16>,
    off: Vec<u16>,
}

impl Memory {
    pub(super) fn new(net: &Quantised) -> Self {
        Self {
            inputs: NetInputs::NOTHING,
            sums: net.bias,
            on: Vec::new(),
            off: Vec::new(),
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
    on.clear();
    off.clear();
    inputs.for_each_change(before, |row, is_on| {
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer rows")]
        let row = row as u16;
        if is_on { on.push(row) } else { off.push(row) }
    });
    *before = *inputs;
    let mut given = [0; WIDTH];
    for part in (0..WIDTH).step_by(PART) {
        let slice = part..part + PART;
        let mut numbers: [i16; PART] = *sums.0[slice.clone()].first_chunk().expect("a part");
        for &row in &*on {
            let row = &net.rows[usize::from(row)].0[slice.clone()];
            for (number, weight) in numbers.iter_mut().zip(row) {
                *number = number.wrapping_add(*weight);
            }
        }
        for &row in &*off {
            let row = &net.rows[usize::from(row)].0[slice.clone()];
            for (number, weight) in numbers.iter_mut().zip(row) {
                *number = number.wrapping_sub(*weight);
            }
        }
        for (given, &number) in given[slice.clone()].iter_mut().zip(&numbers) {
            *given = square(number);
        }
        sums.0[slice].copy_from_slice(&numbers);
    }
    given
}

/// What a unit of the first layer gives: its sum clipped to [0, 1], squared.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled anew for each processor")]
fn square(sum: i16) -> u8 {
    let clipped = i32::from(sum.clamp(0, ONE));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 128"
    )]
    let square = ((clipped * clipped + (1 << (SHIFT - 1))) >> SHIFT) as u8;
    square
}

fn portable(
    net: &Quantised,
    upper: &Upper,
    inputs: &NetInputs,
    memory: &mut Memory,
) -> [i32; SECOND] {
    let given = first_layer(net, inputs, memory);
    let mut sums = upper.second_bias;
    for (given, Quad(weights)) in given.as_chunks::<4>().0.iter().zip(&upper.second) {
        for (sum, weights) in sums.iter_mut().zip(weights) {
            for (&unit, &weight) in given.iter().zip(weights) {
                *sum += i32::from(unit) * i32::from(weight);
            }
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
        _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256,
        _mm512_add_epi32, _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_set1_epi32,
        _mm512_setzero_si512, _mm512_storeu_si512,
    };

    use super::{Memory, NetInputs, Quantised, SECOND, Upper, WideWork, first_layer};

    #[target_feature(enable = "avx2")]
    pub(super) fn run_avx2<W: WideWork>(work: W) -> W::Output {
        work.run()
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub(super) fn run_avx512<W: WideWork>(work: W) -> W::Output {
        work.run()
    }

    /// Sums of 16 bits hold two products exactly: a unit gives at most 128, and a weight is at most 127.
    #[target_feature(enable = "avx2")]
    pub(super) fn avx2(
        net: &Quantised,
        upper: &Upper,
        inputs: &NetInputs,
        memory: &mut Memory,
    ) -> [i32; SECOND] {
        const LANES: usize = 8;
        let given = first_layer(net, inputs, memory);
        let ones = _mm256_set1_epi16(1);
        let mut sums = [_mm256_setzero_si256(); SECOND / LANES];
        for (given, quad) in given.as_chunks::<4>().0.iter().zip(&upper.second) {
            let given = _mm256_set1_epi32(i32::from_le_bytes(*given));
            for (sum, weights) in sums.iter_mut().zip(quad.0.as_chunks::<LANES>().0) {
                // SAFETY: the eight weights of four bytes are the 32 bytes that are read.
                let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
                let products = _mm256_madd_epi16(_mm256_maddubs_epi16(given, weights), ones);
                *sum = _mm256_add_epi32(*sum, products);
            }
        }
        let mut result = upper.second_bias;
        for (lanes, sum) in result.as_chunks_mut::<LANES>().0.iter_mut().zip(sums) {
            // SAFETY: the eight numbers of four bytes are the 32 bytes that are read and written.
            unsafe {
                let bias = _mm256_loadu_si256(lanes.as_ptr().cast());
                _mm256_storeu_si256(lanes.as_mut_ptr().cast(), _mm256_add_epi32(bias, sum));
            }
        }
        result
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub(super) fn avx512(
        net: &Quantised,
        upper: &Upper,
        inputs: &NetInputs,
        memory: &mut Memory,
    ) -> [i32; SECOND] {
        const LANES: usize = 16;
        const REGISTERS: usize = SECOND / LANES;
        let given = first_layer(net, inputs, memory);
        // Two sums for each register, so that one need not wait for the other.
        let mut sums = [[_mm512_setzero_si512(); REGISTERS]; 2];
        let given = given.as_chunks::<4>().0.as_chunks::<2>().0;
        for (given, quads) in given.iter().zip(upper.second.as_chunks::<2>().0) {
            for ((sums, given), quad) in sums.iter_mut().zip(given).zip(quads) {
                let given = _mm512_set1_epi32(i32::from_le_bytes(*given));
                for (sum, weights) in sums.iter_mut().zip(quad.0.as_chunks::<LANES>().0) {
                    // SAFETY: the sixteen weights of four bytes are the 64 bytes that are read.
                    let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
                    *sum = _mm512_dpbusd_epi32(*sum, given, weights);
                }
            }
        }
        let mut result = upper.second_bias;
        let lanes = result.as_chunks_mut::<LANES>().0.iter_mut();
        for (lanes, (even, odd)) in lanes.zip(sums[0].into_iter().zip(sums[1])) {
            // SAFETY: the sixteen numbers of four bytes are the 64 bytes that are read and written.
            unsafe {
                let bias = _mm512_loadu_si512(lanes.as_ptr().cast());
                let sum = _mm512_add_epi32(bias, _mm512_add_epi32(even, odd));
                _mm512_storeu_si512(lanes.as_mut_ptr().cast(), sum);
            }
        }
        result
    }
}
