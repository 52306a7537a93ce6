//! A net on different processors. All of them give the same bits.
#![expect(unsafe_code, reason = "instructions that not every processor has")]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod scalar;

use std::env;
use std::fmt;
use std::sync::LazyLock;

use starmax_games::BackgammonState;
use thiserror::Error;

use super::NetInputs;
use super::layers::{Memory, Position};
use super::quantised::Quantised;

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
            let has_avx2 = is_x86_feature_detected!("avx2");
            if has_avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vnni")
            {
                kernels.push(Self(Instructions::Avx512));
            }
            if has_avx2 {
                kernels.push(Self(Instructions::Avx2));
            }
        }
        kernels.push(Self::PORTABLE);
        kernels
    }

    /// The variable of the environment that names the kernel of nets that are not told otherwise.
    pub const VARIABLE: &str = "STARMAX_KERNEL";

    /// The kernel of this name: `portable`, `avx2` or `avx512`.
    ///
    /// # Errors
    /// When there is none, or this processor does not have its instructions.
    pub fn named(name: &str) -> Result<Self, KernelError> {
        let available = Self::available();
        (available.iter().copied())
            .find(|kernel| kernel.name() == name)
            .ok_or_else(|| KernelError {
                found: name.to_owned(),
                expected: available.iter().map(|kernel| kernel.name()).collect(),
            })
    }

    /// The kernel that the environment names ([`Kernel::VARIABLE`]), else the fastest on this processor. Asked once.
    ///
    /// # Errors
    /// When the variable names none that this processor has.
    pub fn chosen() -> Result<Self, KernelError> {
        static CHOSEN: LazyLock<Result<Kernel, KernelError>> =
            LazyLock::new(|| match env::var_os(Kernel::VARIABLE) {
                None => Ok(Kernel::available()[0]),
                Some(name) => Kernel::named(&name.to_string_lossy()),
            });
        CHOSEN.clone()
    }

    /// [`Kernel::chosen`], where nobody waits for an error any more.
    pub(super) fn usual() -> Self {
        Self::chosen().unwrap_or_else(|error| panic!("{error}"))
    }

    fn name(self) -> &'static str {
        match self.0 {
            Instructions::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "avx512",
        }
    }

    /// What the player on roll sees.
    #[inline]
    pub(super) fn look(self, state: &BackgammonState, inputs: &mut NetInputs) {
        match self.0 {
            Instructions::Portable => scalar::look(state, inputs),
            // SAFETY: such a kernel is only made on a processor with these instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 | Instructions::Avx512 => unsafe { avx2::look(state, inputs) },
        }
    }

    /// Takes positions through all layers.
    #[inline]
    pub(super) fn run(self, net: &Quantised, memories: &mut [Memory], positions: &mut [Position]) {
        match self.0 {
            Instructions::Portable => scalar::run(net, memories, positions),
            // SAFETY: such a kernel is only made on a processor with these instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2::run(net, memories, positions) },
            // SAFETY: such a kernel is only made on a processor with these instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { avx512::run(net, memories, positions) },
        }
    }
}

/// Its name.
impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no kernel of this processor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("found {variable}=\"{found}\", expected one of {}, which this processor has", .expected.join(", "), variable = Kernel::VARIABLE)]
pub struct KernelError {
    found: String,
    /// The kernels of this processor, the fastest first.
    expected: Vec<&'static str>,
}

/// Work on many numbers that gains from wide registers.
pub trait WideWork {
    /// What comes out.
    type Output;

    /// Does the work. Should be `#[inline(always)]`, as all that it calls.
    fn run(self) -> Self::Output;
}

/// Does work that is compiled for the widest registers of this processor, or of the kernel that the environment names. Nothing is rounded differently.
///
/// # Panics
/// When the environment names a kernel that this processor does not have ([`Kernel::chosen`]).
pub fn with_wide_registers<W: WideWork>(work: W) -> W::Output {
    match Kernel::usual().0 {
        Instructions::Portable => work.run(),
        // SAFETY: such a kernel is only made on a processor with these instructions.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => unsafe { avx2::run_wide(work) },
        // SAFETY: such a kernel is only made on a processor with these instructions.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => unsafe { avx512::run_wide(work) },
    }
}
