use starmax_experiments::*;
use std::sync::atomic::AtomicBool;
fn main(){
 let stop=AtomicBool::new(false);
 let mut o=RunOptions::new(&stop);
 let a:Vec<String>=std::env::args().collect();
 if let Some(s)=a.get(2){o.seed=s.parse().unwrap();}
 if let Some(s)=a.get(3){o.positions=s.parse().ok();}
 if let Some(s)=a.get(4){o.max_n=s.parse().ok();}
 let t=std::time::Instant::now();
 let mut cells=vec![];
 find(&a[1]).unwrap().run(&o,&mut |c|cells.push(c)).unwrap();
 print!("{}",text_table(&cells));
 println!("{:?}",t.elapsed());
}
