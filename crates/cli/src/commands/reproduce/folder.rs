use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use starmax_experiments::{
    EXPERIMENTS, Effort, Extent, Heading, Outcome, Results, Section, csv_table, page,
};

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

    /// Writes every table that has a complete row, its charts, and the report about all of them.
    pub(super) fn save(
        &self,
        command: &str,
        extent: &Extent,
        results: &Results,
    ) -> anyhow::Result<()> {
        let outcomes: Vec<_> = (EXPERIMENTS.iter())
            .map(|&experiment| (experiment, Outcome::new(experiment, extent, results)))
            .filter(|(_, outcome)| !outcome.cells.is_empty())
            .collect();
        for (experiment, outcome) in &outcomes {
            let table = self.0.join(format!("{}.csv", experiment.name()));
            write(&table, &csv_table(&outcome.cells))?;
            for chart in &outcome.charts {
                let file = self.charts().join(format!("{}.svg", chart.name));
                write(&file, &chart.to_svg())?;
            }
        }
        let sections: Vec<Section<'_>> = (outcomes.iter())
            .map(|(experiment, outcome)| Section {
                name: experiment.name(),
                title: experiment.title(),
                paper: experiment.paper(),
                note: experiment.note(),
                remarks: &outcome.remarks,
                cells: &outcome.cells,
                charts: &outcome.charts,
            })
            .collect();
        let heading = Heading {
            title: "Published tables, measured again".to_owned(),
            command: command.to_owned(),
            seed: extent.seed,
            scaled: scaled(extent),
        };
        write(&self.report(), &page(&heading, &sections))
    }
}

fn scaled(extent: &Extent) -> Option<String> {
    let positions = match (extent.positions, extent.effort) {
        (Some(positions), _) => Some(format!("{positions} positions per row")),
        (None, Effort::Quick) => {
            Some("so few positions per row that all tables take about ten minutes".to_owned())
        }
        (None, Effort::Usual) => Some("fewer positions in rows that would take hours".to_owned()),
        (None, Effort::Full) => None,
    };
    let depth = extent
        .max_depth
        .map(|depth| format!("no search deeper than {depth}"));
    let parts: Vec<String> = positions.into_iter().chain(depth).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Writes a file in one go: whoever looks at it sees the old one or the new one.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, text)
        .and_then(|()| fs::rename(&unfinished, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
