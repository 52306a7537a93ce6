//! Several machines share a job, and what they find is merged into the file that one machine would have written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::{kill_at_line, lines, run, text};

const SHARDS: usize = 7;

/// A job that can be shared.
#[derive(Clone, Copy)]
struct Job {
    arguments: &'static str,
    pieces: usize,
    /// Whether it writes a folder, with a file of results in it.
    writes_folder: bool,
}

const TOURNAMENT: Job = Job {
    arguments: "tournament dice:5x5,k=4 -p star2:depth=3 -p starmax:depth=1,noise=0.1 -p random --games 21",
    pieces: 3 * 11,
    writes_folder: false,
};
const ROLLOUT: Job = Job {
    arguments: "rollout backgammon --roll 31 --moves 3 --truncate 2 --trials 20 --stop-below inf",
    pieces: 3 * 20,
    writes_folder: false,
};
const ROLLOUT_OF_A_POSITION: Job = Job {
    arguments: "rollout pig max:12-7+5 --trials 12 --stop-below inf --move hold --json",
    pieces: 2 * 12,
    writes_folder: false,
};
const CUBE: Job = Job {
    arguments: "cube start --rollout --truncate 2 --trials 12",
    pieces: 2 * 12,
    writes_folder: false,
};
const ANALYSIS: Job = Job {
    arguments: "analyse examples/matches/short.mat --level 1ply",
    pieces: 8,
    writes_folder: false,
};
/// Tables without seconds.
const REPRODUCTION: Job = Job {
    arguments: "reproduce ballard-3 ballard-1 --positions 3",
    pieces: 8 + 3 * 7,
    writes_folder: true,
};
const ALL: [Job; 6] = [
    TOURNAMENT,
    ROLLOUT,
    ROLLOUT_OF_A_POSITION,
    CUBE,
    ANALYSIS,
    REPRODUCTION,
];

impl Job {
    fn command(self, folder: &Path, name: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
        command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        command.args(self.arguments.split(' '));
        command.arg("--out").arg(folder.join(name));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Does all of it on one machine, and returns what was printed and the file.
    fn whole(self, folder: &Path, threads: &str) -> (String, PathBuf) {
        let name = format!("whole-{threads}");
        let output = run(self.command(folder, &name).args(["--threads", threads]));
        (timeless(&output), self.file(folder, &name))
    }

    fn file(self, folder: &Path, name: &str) -> PathBuf {
        if self.writes_folder {
            folder.join(name).join("measurements.jsonl")
        } else {
            folder.join(name)
        }
    }

    fn shard(self, folder: &Path, number: usize) -> Command {
        let name = if self.writes_folder {
            "shards".to_owned()
        } else {
            format!("shard-{number}")
        };
        let mut command = self.command(folder, &name);
        command.args(["--shard", &format!("{number}/{SHARDS}")]);
        command
    }

    fn shard_file(self, folder: &Path, number: usize) -> PathBuf {
        if self.writes_folder {
            folder.join(format!("shards/measurements-{number}-of-{SHARDS}.jsonl"))
        } else {
            folder.join(format!("shard-{number}"))
        }
    }

    fn shard_files(self, folder: &Path) -> Vec<PathBuf> {
        let files = (1..=SHARDS).map(|number| self.shard_file(folder, number));
        files.collect()
    }

    /// Does all shards, one after the other.
    fn shards(self, folder: &Path) -> Vec<PathBuf> {
        for number in 1..=SHARDS {
            let output = run(&mut self.shard(folder, number));
            let report = text(&output.stdout);
            assert!(report.contains(&format!("{number}/{SHARDS}")), "{report}");
            assert!(report.contains(&self.pieces.to_string()), "{report}");
            assert!(!report.contains("unfinished"), "{report}");
        }
        self.shard_files(folder)
    }
}

/// What was printed, without times.
fn timeless(output: &Output) -> String {
    let is_timed = |line: &str| line.starts_with("cost ") || line.starts_with("report ");
    let lines = text(&output.stdout).lines().filter(|line| !is_timed(line));
    let lines = lines.map(|line| match line.rsplit_once(",\"seconds\":") {
        Some((before, _)) => before,
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn merge(out: &Path, files: &[PathBuf]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
    command.arg("merge").arg(out).args(files);
    command
}

fn error(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    text(&output.stderr).to_owned()
}

#[test]
fn seven_shards_merge_to_the_file_of_one_machine() {
    for job in ALL {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let (printed, whole) = job.whole(folder, "2");
        let (_, alone) = job.whole(folder, "1");
        let whole = fs::read(whole).unwrap();
        assert!(
            whole == fs::read(alone).unwrap(),
            "threads: {}",
            job.arguments
        );

        let mut files = job.shards(folder);
        files.rotate_left(3);
        let merged = job.file(folder, "merged");
        fs::create_dir_all(merged.parent().unwrap()).unwrap();
        let output = run(&mut merge(&merged, &files));
        let said = format!("merged: {} pieces of 7 files\n", job.pieces);
        let said = said.replace("merged", merged.to_str().unwrap());
        assert_eq!(text(&output.stdout), said);
        assert!(fs::read(&merged).unwrap() == whole, "{}", job.arguments);

        // All that is computed is written down.
        let reported = run(&mut job.command(folder, "merged"));
        assert_eq!(timeless(&reported), printed);
        assert!(fs::read(&merged).unwrap() == whole, "{}", job.arguments);
    }
}

/// Every line without its seconds, which no two runs have in common, and so without its checksum.
fn without_seconds(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let parsed = text.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line["sum"].take();
        if let Some(figures) = line.get_mut("figures") {
            assert!(figures["seconds"].take().as_f64() >= Some(0.0));
        }
        line
    });
    parsed.collect()
}

#[test]
fn a_merged_table_of_seconds_has_those_of_the_shards() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let job = Job {
        arguments: "reproduce hauk-b4 --positions 5 --max-depth 3",
        pieces: 2 * 3 * 5,
        writes_folder: true,
    };
    let (_, whole) = job.whole(folder, "2");
    let files = job.shards(folder);
    let merged = folder.join("merged");
    run(&mut merge(&merged, &files));
    assert_eq!(without_seconds(&merged), without_seconds(&whole));
    // The same shard once more, on another machine: other seconds, and no contradiction.
    let again = folder.join("again");
    fs::create_dir(&again).unwrap();
    run(&mut job.shard(&again, 2));
    let files = [&files[..], &[job.shard_file(&again, 2)]].concat();
    let output = run(&mut merge(&merged, &files));
    let repeated = "30 pieces of 8 files, 5 of them found again";
    assert!(
        text(&output.stdout).contains(repeated),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn a_shard_that_is_killed_goes_on_to_the_same_file() {
    for (arguments, pieces, kills) in [
        (
            "tournament dice:7x7,k=4 -p star2:depth=3 -p random --games 4000",
            2000,
            [5, 100],
        ),
        (
            "rollout backgammon --roll 31 --moves 2 --truncate 3 --trials 576 --stop-below inf",
            1152,
            [5, 60],
        ),
        (
            "reproduce hauk-b4 --positions 100 --max-depth 7",
            1200,
            [5, 80],
        ),
        (
            "analyse crates/cli/tests/session.mat --level 2ply",
            80,
            [3, 5],
        ),
    ] {
        let job = Job {
            arguments,
            pieces,
            writes_folder: arguments.starts_with("reproduce"),
        };
        let folder = tempfile::tempdir().unwrap();
        let (killed, whole) = (folder.path().join("killed"), folder.path().join("whole"));
        fs::create_dir(&killed).unwrap();
        fs::create_dir(&whole).unwrap();
        let file = job.shard_file(&killed, 3);
        let all = 1 + pieces / SHARDS..2 + pieces.div_ceil(SHARDS);
        for lines in kills {
            kill_at_line(job.shard(&killed, 3).spawn().unwrap(), &file, lines);
        }
        let before = lines(&file);
        assert!(before < all.end - 1, "{arguments}: killed too late");
        run(&mut job.shard(&killed, 3));
        run(&mut job.shard(&whole, 3));
        let uninterrupted = job.shard_file(&whole, 3);
        assert!(all.contains(&lines(&uninterrupted)), "{arguments}");
        if job.writes_folder {
            assert_eq!(lines(&file), lines(&uninterrupted));
        } else {
            let [killed, whole] = [file, uninterrupted].map(|file| fs::read(file).unwrap());
            assert!(killed == whole, "{arguments}");
        }
    }
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job {
        arguments: "tournament dice:7x7,k=4 -p star2:depth=3 -p random --games 1000",
        ..TOURNAMENT
    };
    let file = folder.path().join("killed");
    for lines in [5, 200] {
        let child = job.command(folder.path(), "killed").spawn().unwrap();
        kill_at_line(child, &file, lines);
    }
    run(&mut job.command(folder.path(), "killed"));
    let (_, whole) = job.whole(folder.path(), "1");
    assert!(fs::read(file).unwrap() == fs::read(whole).unwrap());
}

#[test]
fn pieces_of_a_missing_shard_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut files = TOURNAMENT.shards(folder);
    let third = files.remove(2);
    let out = folder.join("merged");
    let missing = "error: 5 of 33 pieces are missing: 2, 9, 16, 23, 30; they belong to 3/7\n";
    assert_eq!(error(&mut merge(&out, &files)), missing);
    assert!(!out.exists());

    // A shard that was killed has some of them.
    let text = fs::read_to_string(&third).unwrap();
    let begun: String = text.split_inclusive('\n').take(3).collect();
    fs::write(&third, begun + "{\"piece\":1").unwrap();
    files.push(third.clone());
    let missing = "error: 3 of 33 pieces are missing: 16, 23, 30; they belong to 3/7\n";
    assert_eq!(error(&mut merge(&out, &files)), missing);
    run(&mut TOURNAMENT.shard(folder, 3));
    run(&mut merge(&out, &files));
    assert_eq!(lines(&out), 34);
}

#[test]
fn damage_in_a_shard_is_named_and_its_piece_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let files = TOURNAMENT.shards(folder);
    crate::flip_bit_in_line(&files[3], 2);
    let said = error(&mut merge(&folder.join("merged"), &files));
    assert!(said.contains("shard-4, line 2: found damage"), "{said}");
    assert!(
        said.ends_with("1 of 33 pieces are missing: 3; they belong to 4/7\n"),
        "{said}"
    );
}

#[test]
fn shards_of_other_jobs_and_whole_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let files = TOURNAMENT.shards(folder);
    let out = folder.join("merged");
    for (arguments, expected) in [
        (
            TOURNAMENT.arguments.replace("21", "23"),
            "has a shard of 36 pieces, {\"games\":24}, expected one of 33 pieces, {\"games\":22} as in",
        ),
        (format!("{} --seed 2", TOURNAMENT.arguments), "\"seed\":2,"),
        (
            ROLLOUT_OF_A_POSITION.arguments.to_owned(),
            "has a shard of {\"rollout\":\"pig\"",
        ),
    ] {
        let mut other = Command::new(env!("CARGO_BIN_EXE_starmax"));
        let file = folder.join("other");
        other
            .args(arguments.split(' '))
            .args(["--shard", "7/7", "--out"])
            .arg(&file);
        run(&mut other);
        let said = error(&mut merge(
            &out,
            &[&files[..6], std::slice::from_ref(&file)].concat(),
        ));
        assert!(said.contains(expected), "{said}");
        fs::remove_file(&file).unwrap();
    }
    let (_, whole) = TOURNAMENT.whole(folder, "2");
    let said = error(&mut merge(
        &out,
        &[&files[..], std::slice::from_ref(&whole)].concat(),
    ));
    assert!(
        said.contains("expected the journal of a shard, as --shard writes it"),
        "{said}"
    );
    let said = error(&mut merge(&files[0], &files));
    assert!(
        said.contains("shard-1 is there and is not what these files make"),
        "{said}"
    );
    let said = error(TOURNAMENT.command(folder, "shard-1").arg("--json"));
    assert!(
        said.contains("has the results of another run, {\"shard\":\"1/7\""),
        "{said}"
    );
    assert!(!out.exists());
}

#[cfg(unix)]
#[test]
fn ctrl_c_shows_how_far_a_shard_is_and_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job {
        arguments: "tournament dice:7x7,k=4 -p star2:depth=3 -p random --games 1000000",
        ..TOURNAMENT
    };
    let child = job.shard(folder.path(), 2).spawn().unwrap();
    let file = job.shard_file(folder.path(), 2);
    let output = crate::interrupt_at_line(child, &file, 20);
    assert_eq!(output.status.code(), Some(2));
    let report = text(&output.stdout);
    assert!(
        report.starts_with("shard 2/7 of the tournament of dice:7x7,k=4"),
        "{report}"
    );
    let rest = "of its 71429 pairs of games are done; all shards have 500000  (unfinished)";
    assert!(report.contains(rest), "{report}");
    let said = text(&output.stderr);
    assert!(
        said.contains("the same command goes on from there: interrupted"),
        "{said}"
    );
}

#[test]
fn the_documented_file_is_what_the_command_writes() {
    let documented = include_str!("../../../../docs/clusters.md");
    let players = "--player star2:depth=3 --player star2:depth=5";
    let arguments = format!("tournament dice:7x7,k=4 {players} --games 6");
    crate::assert_file_is_documented(documented, &arguments, ["--shard", "2/3"]);
}
