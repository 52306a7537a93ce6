use super::*;

fn values() -> Values {
    Values::new(&Options::default())
}

fn setting(values: &Values, name: &str) -> Setting {
    let mut all = values.settings.iter();
    all.find(|setting| setting.name == name)
        .expect(name)
        .clone()
}

#[test]
fn ranges_are_those_of_the_table() {
    for (name, least, most) in NUMBERS {
        let option = options_at(Place::Play).find(|option| option.name == name);
        let read = |number: u64| {
            let (mut options, text) = (Options::default(), number.to_string());
            let read = option.expect(name).read(&mut options, &text, Place::Play);
            read.is_ok()
        };
        assert!(read(least) && read(most) && !read(most + 1), "{name}");
        assert!(least == 0 || !read(least - 1), "{name}");
    }
}

#[test]
fn what_is_usual_can_be_sent_back() {
    let mut values = values();
    for setting in values.settings.clone() {
        for text in [values.usual(&setting), DEFAULT.to_owned()] {
            values.set(&setting, &text).expect(setting.name);
        }
    }
    assert!(values.set.is_empty());
}

#[test]
fn settings_become_options() {
    let mut values = values();
    for (name, text) in [
        ("algorithm", "star2"),
        ("threads", "3"),
        ("table-mb", "5"),
        ("order", "static"),
        ("reuse-deeper", "true"),
        ("ply", "2"),
        ("evaluator", "net:some file.net"),
    ] {
        values.set(&setting(&values, name), text).expect(name);
        assert_eq!(values.get(&setting(&values, name)), text);
    }
    let plan = values.plan(Limits::default());
    assert_eq!(plan.depth, Some(3));
    let line = plan.options.command_line();
    let expected = " --algorithm star2 --order static --evaluator net:some file.net --table-mb 5 --reuse-deeper --threads 3";
    assert_eq!(line, expected);
    let flag = setting(&values, "reuse-deeper");
    values.set(&flag, "false").expect("a flag");
    assert!(!values.plan(Limits::default()).options.reuse_deeper);
}

#[test]
fn time_alone_sets_no_depth() {
    let values = values();
    assert_eq!(values.plan(Limits::default()).depth, Some(USUAL_DEPTH));
    let time = Some(Duration::from_millis(10));
    let limits = Limits {
        time,
        ..Limits::default()
    };
    assert_eq!(values.plan(limits).depth, None);
    let limits = Limits {
        plies: Some(1),
        ..limits
    };
    assert_eq!(values.plan(limits).depth, Some(1));
}

#[test]
fn the_command_line_says_what_is_usual() {
    let options = "starmax:depth=3,table-mb=2".parse().expect("options");
    let values = Values::new(&options);
    assert_eq!(values.usual(&setting(&values, "ply")), "2");
    assert_eq!(values.usual(&setting(&values, "table-mb")), "2");
    let plan = values.plan(Limits::default());
    assert_eq!(
        (plan.depth, plan.options.table_mebibytes),
        (Some(3), Some(2))
    );
}

#[test]
fn values_that_cannot_be_are_refused() {
    let mut values = values();
    for (name, text) in [
        ("threads", "0"),
        ("threads", "many"),
        ("ply", "0"),
        ("ply", "501"),
        ("algorithm", "magic"),
        ("reuse-deeper", "yes"),
        ("filter", "x"),
        ("noise", "-1"),
        ("without", "wings"),
        ("variant", "nackgammon"),
    ] {
        let refused = values.set(&setting(&values, name), text);
        let complaint = refused.expect_err(text);
        assert_eq!(complaint.kind, Kind::Value);
        assert!(complaint.line(Dialect::V02).contains(text), "{name}");
    }
}
