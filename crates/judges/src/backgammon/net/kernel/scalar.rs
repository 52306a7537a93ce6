//! With what every processor has: the definition of the others.

use starmax_games::BackgammonState;

use super::super::NetInputs;
use super::super::layers::{Memory, Position, first_layer, last_layer, second_layer};
use super::super::quantised::Quantised;

#[inline]
pub(super) fn look(state: &BackgammonState, inputs: &mut NetInputs) {
    *inputs = NetInputs::new(state);
}

pub(super) fn run(net: &Quantised, memories: &mut [Memory], positions: &mut [Position]) {
    for position in positions {
        let upper = &net.uppers[position.set];
        first_layer(net, &mut memories[position.memory], position);
        second_layer(upper, position);
        last_layer(upper, position);
    }
}
