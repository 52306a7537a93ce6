//! A short training of the net of races.

use starmax_train::{RaceSettings, RaceTraining};

#[test]
fn a_training_is_less_surprised_in_the_end_and_can_be_repeated() {
    let settings = RaceSettings {
        sweeps: 4,
        races: 60,
        ..RaceSettings::default()
    };
    let [(surprises, net), (_, again)] = [(); 2].map(|()| {
        let mut training = RaceTraining::new(settings);
        let mut surprises = Vec::new();
        while !training.is_done() {
            surprises.push(training.sweep().surprise);
        }
        (surprises, training.net().clone())
    });
    assert_eq!(surprises.len(), 4);
    assert!(surprises[3] < 0.8 * surprises[0], "{surprises:?}");
    assert_eq!(net, again);
}
