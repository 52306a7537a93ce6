//! What users type and what they see, as written down in `tests/cmd` and in the README.

#[test]
fn commands_answer_as_written_down() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the tests run in the source tree");
    // What an earlier test measured proves nothing about this one.
    std::fs::remove_dir_all("reproduction").ok();
    trycmd::TestCases::new()
        .case("crates/cli/tests/cmd/*.md")
        .case("crates/cli/tests/cmd/*.toml")
        .case("README.md")
        .case("docs/algorithms.md");
}
