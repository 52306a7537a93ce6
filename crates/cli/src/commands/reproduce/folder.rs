use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use starmax_experiments::{Cell, EXPERIMENTS, MeasuredTable, Results, csv_table};
use starmax_files::{Shard, replace};
use starmax_report::page::{Figure, Heading, Section, page};

/// The file of the measurements of a shard, in a folder that is made if it is not there.
pub(super) fn measurements_of(folder: &Path, shard: Shard) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let name = format!(
        "measurements-{}.jsonl",
        shard.to_string().replace('/', "-of-")
    );
    Ok(folder.join(name))
}

/// Where measurements, tables, charts and the report go.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder, and the one for its charts, made if they are not there.
    pub(super) fn create(path: &Path) -> anyhow::Result<Self> {
        let folder = Self(path.to_owned());
        let charts = folder.charts();
        fs::create_dir_all(&charts)
            .with_context(|| format!("cannot create {}", charts.display()))?;
        Ok(folder)
    }

    pub(super) fn measurements(&self) -> PathBuf {
        self.0.join("measurements.jsonl")
    }

    pub(super) fn report(&self) -> PathBuf {
        self.0.join("report.html")
    }

    fn charts(&self) -> PathBuf {
        self.0.join("charts")
    }

    /// Writes everything that was measured in the folder, now and before: tables, charts, and the report about all of them.
    pub(super) fn save(&self, command: &str, seed: u64, results: &Results) -> anyhow::Result<()> {
        let tables: Vec<_> = (EXPERIMENTS.iter())
            .map(|&experiment| (experiment, MeasuredTable::of_all(experiment, results)))
            .filter(|(_, table)| !table.cells.is_empty())
            .collect();
        for (experiment, table) in &tables {
            let file = self.0.join(format!("{}.csv", experiment.about().name));
            write(&file, &csv_table(&table.cells))?;
            for chart in &table.charts {
                let file = self.charts().join(format!("{}.svg", chart.name));
                write(&file, &chart.to_svg())?;
            }
        }
        let figures: Vec<Vec<Figure>> = (tables.iter())
            .map(|(_, table)| table.cells.iter().map(Cell::figure).collect())
            .collect();
        let sections: Vec<Section<'_>> = (tables.iter().zip(&figures))
            .map(|((experiment, table), figures)| Section {
                name: experiment.about().name,
                title: experiment.about().title,
                paper: experiment.about().paper,
                note: experiment.about().note,
                remarks: &table.remarks,
                figures,
                charts: &table.charts,
            })
            .collect();
        let heading = Heading {
            title: "Published tables, measured again".to_owned(),
            command: command.to_owned(),
            seed,
        };
        write(&self.report(), &page(&heading, &sections))
    }
}

/// Writes a file in one go, if it is not there already: readers see the old one or the new one.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if fs::read(path).is_ok_and(|there| there == text.as_bytes()) {
        return Ok(());
    }
    replace(path, |file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}
