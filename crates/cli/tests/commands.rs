//! What users type and what they see, as written down in `tests/cmd` and in the README.

#[test]
fn commands_answer_as_written_down() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.md")
        .case("../../README.md")
        .case("../../examples/trees/README.md");
}
