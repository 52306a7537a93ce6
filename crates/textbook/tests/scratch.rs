#![allow(warnings)]
mod published;
use published::{star1, star2, star2_tt::{Fault, Star2Tt, Table}};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::*;
use starmax_games::{Shape, Tree};
use starmax_testkit::expectimax;
fn decision(rng: &mut Xoshiro256PlusPlus, p: Player, h: u32, even: bool) -> Shape {
    let n = rng.random_range(1..=3);
    let ch = (0..n).map(|_| if h==0 || rng.random_bool(0.4) {leaf(rng)} else {
        let m = rng.random_range(1..=3);
        let w: Vec<f64> = (0..m).map(|_| if even {1.0} else {f64::from(rng.random_range(1..=4))}).collect();
        let s: f64 = w.iter().sum();
        Shape::Chance(w.iter().map(|x| (x/s, if rng.random_bool(0.2) {leaf(rng)} else {decision(rng, p.opponent(), h-1, even)})).collect())
    }).collect();
    match p {Player::Max=>Shape::Max(ch), Player::Min=>Shape::Min(ch)}
}
fn leaf(rng: &mut Xoshiro256PlusPlus) -> Shape { Shape::Leaf(f64::from(rng.random_range(-10..=10))) }
fn nearly(v: f64, w: Bounds, r: f64) -> bool { let t=1e-9; (r-v).abs()<=t || (r<=w.lower+t && v<=r+t) || (r>=w.upper-t && v>=r-t) }
fn exactly(value: f64, window: Bounds, result: f64) -> bool {
    let is_inside = window.lower < result && result < window.upper;
    (!is_inside || value == result) && (result > window.lower || value <= result) && (result < window.upper || value >= result)
}
fn find(name: &str, even: bool, n: u64, ok: fn(f64,Bounds,f64)->bool, mut f: impl FnMut(&Tree, &[Bounds]) -> Vec<f64>) {
    let mut best: Option<(usize,String)> = None; let mut bad=0; let mut total=0;
    for seed in 0..n {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let tree = Tree::new(&decision(&mut rng, Player::Max, 2, even), Some(Bounds::new(-10.0,10.0))).unwrap();
        let v = expectimax(&tree, &Constant(0.0), &tree.root(), 9);
        let mut ws = vec![]; for _ in 0..2 { let a: f64 = f64::from(rng.random_range(-20..20))/2.0; let b = f64::from(rng.random_range(-20..=20))/2.0; if a<b {ws.push(Bounds::new(a,b))} }
        ws.push(Bounds::new(-10.0,10.0));
        let rs = f(&tree,&ws);
        total+=1;
        if let Some(i)=(0..ws.len()).find(|&i| !ok(v,ws[i],rs[i])) { bad+=1;
            let t = tree.to_string(); let l=t.len()+ 3*i;
            if best.as_ref().is_none_or(|b| l<b.0) { best=Some((l, format!("{t} v={v:?} windows {:?} results {:?}", ws.iter().map(|w|w.to_string()).collect::<Vec<_>>(), rs))); } }
    }
    println!("{name}: {bad}/{total} {:?}", best);
}
#[test]
fn go() {
    let s2 = |c: star2::Chance<Tree>| move |t: &Tree, ws: &[Bounds]| ws.iter().map(|w| star2::search(t,&t.root(),*w,c)).collect::<Vec<_>>();
    find("fig7", true, 20000, nearly, s2(star2::figure_7));
    find("eq23", true, 20000, nearly, s2(star2::equations_2_and_3));
    find("s25", false, 20000, nearly, s2(star2::section_2_5));
    let s1 = |c: star1::Chance<Tree>| move |t: &Tree, ws: &[Bounds]| ws.iter().map(|w| star1::alphabeta(t,&t.root(),w.lower,w.upper,c)).collect::<Vec<_>>();
    find("fig4 nearly", true, 20000, nearly, s1(star1::figure_4));
    find("fig4 exactly", true, 200000, exactly, s1(star1::figure_4));
    find("eq4 nearly", false, 20000, nearly, s1(star1::equation_4));
    find("eq4 exactly", false, 200000, exactly, s1(star1::equation_4));
    for faults in [&[][..], &[Fault::TakesFailedProbesForBounds], &[Fault::SetsBothBounds], &[Fault::StoresUnderSuccessor], &[Fault::AcceptsDeeperEntries], &[Fault::StoresUnderSuccessor, Fault::AcceptsDeeperEntries]] {
        find(&format!("tt {faults:?}"), false, 200000, nearly, |t,ws| { let mut table=Table::default(); let mut s = Star2Tt{game:t, table:&mut table, faults}; ws.iter().map(|w| s.search(&t.root(), *w, 9)).collect() });
    }
}
