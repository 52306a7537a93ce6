//! With AVX-512 and its VNNI: the first and the second layer in registers of 512 bits, the last one as with AVX2.
//!
//! Loops here count: what iterators do is not always compiled for the processor at hand.
#![expect(
    clippy::needless_range_loop,
    reason = "compiled anew for each processor"
)]

use std::arch::x86_64::{
    __m512i, _mm256_store_si256, _mm512_add_epi16, _mm512_add_epi32, _mm512_cvtepi16_epi8,
    _mm512_cvtepi32_ps, _mm512_dpbusd_epi32, _mm512_load_si512, _mm512_loadu_si512,
    _mm512_max_epi16, _mm512_max_epi32, _mm512_min_epi16, _mm512_mulhrs_epi16, _mm512_set1_epi16,
    _mm512_set1_epi32, _mm512_setzero_si512, _mm512_store_si512, _mm512_storeu_ps,
    _mm512_sub_epi16,
};

use super::super::layers::{First, Memory, Position, Second};
use super::super::quantised::{ONE, PAIRS, Quantised, Row, SECOND, Upper, WIDTH};
use super::WideWork;
use super::avx2::{Adds, REGISTER, first_layers, four, last_layers};

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(super) fn run_wide<W: WideWork>(work: W) -> W::Output {
    work.run()
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(super) fn run(net: &Quantised, memories: &mut [Memory], positions: &mut [Position]) {
    first_layers::<Whole>(net, memories, positions);
    for position in &mut *positions {
        position.second = second_layer(&net.uppers[position.set], &position.first);
    }
    last_layers(net, positions);
}

/// In registers of 512 bits, which hold a whole row.
struct Whole;

impl Adds for Whole {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    unsafe fn go_on<const REMEMBER: bool>(
        net: &Quantised,
        memory: &mut Memory,
        first: Option<&mut First>,
    ) {
        const LANES: usize = 32;
        const REGISTERS: usize = WIDTH / LANES;
        const _: () = {
            assert!(LANES * size_of::<i16>() == 2 * REGISTER && PAIRS.is_multiple_of(LANES));
            assert!(align_of::<Row>().is_multiple_of(2 * REGISTER));
            assert!(align_of::<First>().is_multiple_of(REGISTER));
        };
        let Memory { sums, changes, .. } = memory;
        // SAFETY: the registers are parts of the row, which is aligned.
        let load = |row: &Row, register: usize| unsafe {
            _mm512_load_si512(row.0.as_ptr().add(LANES * register).cast())
        };
        let mut numbers = [_mm512_setzero_si512(); REGISTERS];
        for register in 0..REGISTERS {
            numbers[register] = load(sums, register);
        }
        for change in 0..changes.count {
            let on = &net.rows[changes.on.get(change)];
            let off = &net.rows[changes.off.get(change)];
            for register in 0..REGISTERS {
                let sum = _mm512_add_epi16(numbers[register], load(on, register));
                numbers[register] = _mm512_sub_epi16(sum, load(off, register));
            }
        }
        if REMEMBER {
            for register in 0..REGISTERS {
                // SAFETY: as above.
                unsafe {
                    let place = sums.0.as_mut_ptr().add(LANES * register);
                    _mm512_store_si512(place.cast(), numbers[register]);
                }
            }
        }
        if let Some(first) = first {
            for register in 0..REGISTERS / 2 {
                let left = twice_clipped(numbers[register]);
                let right = twice_clipped(numbers[register + REGISTERS / 2]);
                let given = _mm512_cvtepi16_epi8(_mm512_mulhrs_epi16(left, right));
                // SAFETY: half a register of bytes is a part of the pairs, which are aligned.
                unsafe {
                    let place = first.0.as_mut_ptr().add(LANES * register);
                    _mm256_store_si256(place.cast(), given);
                }
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn twice_clipped(sums: __m512i) -> __m512i {
    let positive = _mm512_max_epi16(sums, _mm512_setzero_si512());
    let clipped = _mm512_min_epi16(positive, _mm512_set1_epi16(ONE));
    _mm512_add_epi16(clipped, clipped)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn second_layer(upper: &Upper, given: &First) -> Second {
    const LANES: usize = 16;
    const REGISTERS: usize = SECOND / LANES;
    /// Sums of the same units, so that one need not wait for the other.
    const TURNS: usize = 4;
    const _: () = {
        assert!(LANES * size_of::<i32>() == 2 * REGISTER && SECOND.is_multiple_of(LANES));
        assert!((PAIRS / 4).is_multiple_of(TURNS));
    };
    let mut sums = [[_mm512_setzero_si512(); REGISTERS]; TURNS];
    let mut first = 0;
    while first < PAIRS / 4 {
        for turn in 0..TURNS {
            let quad = first + turn;
            let given = _mm512_set1_epi32(four(given, quad));
            let weights = upper.second[quad].0.as_ptr();
            for register in 0..REGISTERS {
                // SAFETY: each register is sixteen of the weights, each of four bytes.
                let weights = unsafe { _mm512_loadu_si512(weights.add(LANES * register).cast()) };
                sums[turn][register] = _mm512_dpbusd_epi32(sums[turn][register], given, weights);
            }
        }
        first += TURNS;
    }
    let mut second = Second([0.0; SECOND]);
    for register in 0..REGISTERS {
        let place = LANES * register;
        // SAFETY: each register is sixteen of the numbers, each of four bytes.
        unsafe {
            let mut sum = _mm512_loadu_si512(upper.second_bias.as_ptr().add(place).cast());
            for turn in 0..TURNS {
                sum = _mm512_add_epi32(sum, sums[turn][register]);
            }
            let positive = _mm512_max_epi32(sum, _mm512_setzero_si512());
            let place = second.0.as_mut_ptr().add(place);
            _mm512_storeu_ps(place, _mm512_cvtepi32_ps(positive));
        }
    }
    second
}
