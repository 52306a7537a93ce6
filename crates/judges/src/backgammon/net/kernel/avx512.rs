//! With AVX-512 and its VNNI: a second layer in registers of 512 bits, the others as with AVX2.
//!
//! Loops here count: what iterators do is not always compiled for the processor at hand.
#![expect(
    clippy::needless_range_loop,
    reason = "compiled anew for each processor"
)]

use std::arch::x86_64::{
    _mm512_add_epi32, _mm512_cvtepi32_ps, _mm512_dpbusd_epi32, _mm512_loadu_si512,
    _mm512_max_epi32, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_storeu_ps,
};

use super::super::layers::{First, Memory, Position, Second};
use super::super::quantised::{PAIRS, Quantised, SECOND, Upper};
use super::WideWork;
use super::avx2::{REGISTER, first_layers, four, last_layers};

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(super) fn run_wide<W: WideWork>(work: W) -> W::Output {
    work.run()
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(super) fn run(net: &Quantised, memories: &mut [Memory], positions: &mut [Position]) {
    first_layers(net, memories, positions);
    for position in &mut *positions {
        position.second = second_layer(&net.uppers[position.set], &position.first);
    }
    last_layers(net, positions);
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
