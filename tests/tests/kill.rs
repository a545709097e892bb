//! An editing session that is killed again and again: what was answered is there, and the saved file is whole.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![cfg(unix)]

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Lines, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::Duration,
};

use windwright_core::{
    document::Document,
    edit::Edit,
    format,
    graph::{Key, Node, NodeId, Port},
    history::{History, Transaction, journal_line, parse_line},
    layout::{Item, ItemId},
    value::{Finite, Value},
};
use windwright_runtime::random;
use windwright_tests::program::Program;

/// Times that the session is killed.
const KILLS: u64 = 30;
/// Most lines that a session gets before it is killed.
const LINES: u64 = 60;

/// Numbers in a row from one seed.
struct Draws {
    seed: u64,
    drawn: u64,
}

impl Draws {
    fn below(&mut self, end: u64) -> u64 {
        self.drawn += 1;
        random::bits(self.seed, 0, self.drawn) % end
    }

    fn wait(&mut self, most_ms: u32) -> Duration {
        Duration::from_millis(1).mul_f64(f64::from(most_ms) * self.below(1000) as f64 / 1000.0)
    }

    fn node(&mut self) -> NodeId {
        NodeId::new(format!("number-{}", self.below(6)))
    }

    fn port(&mut self, key: &str) -> Port {
        Port::new(self.node(), key)
    }

    fn number(&mut self) -> f32 {
        self.below(10_000) as f32 / 64.0
    }

    fn edit(&mut self) -> Edit {
        match self.below(8) {
            0 | 1 => Edit::AddNode {
                id: self.node(),
                node: Node::new("number", 1),
                links: BTreeMap::new(),
                position: [self.number(), self.number()],
            },
            2 => Edit::RemoveNode { id: self.node() },
            3 => Edit::SetValue {
                id: self.node(),
                key: Key::new("value"),
                value: Finite::new(self.number()).map(Value::Number),
            },
            4 => Edit::Connect {
                input: self.port("value"),
                output: self.port("number"),
            },
            5 => Edit::MoveNodes {
                positions: BTreeMap::from([(self.node(), [self.number(), 0.5])]),
            },
            6 => Edit::Describe {
                id: self.node(),
                name: "风\n\"橡树\"".to_owned(),
                note: format!("{}", self.below(100)),
                bypass: false,
            },
            _ => Edit::SetItem {
                id: ItemId::new("comment"),
                item: Some(Item::Comment {
                    text: "x".repeat(self.below(20_000) as usize),
                    position: [self.number(), 1.0],
                }),
            },
        }
    }

    /// What the session is asked next.
    fn line(&mut self) -> String {
        match self.below(10) {
            0 => "undo".to_owned(),
            1 => "redo".to_owned(),
            2 | 3 => "save".to_owned(),
            _ => {
                let mut gesture = Transaction::new("Drag");
                gesture.edits = (0..=self.below(3)).map(|_| self.edit()).collect();
                format!("do {}", journal_line(&gesture))
            }
        }
    }
}

/// What ought to be, before and after each line.
struct Oracle {
    document: Document,
    history: History,
    /// Text of the file.
    file: String,
}

impl Oracle {
    fn obey(&mut self, line: &str) {
        match line.split_once(' ') {
            Some((_, gesture)) => {
                let (label, edits) = parse_line(gesture).unwrap();
                // A refused gesture changes nothing here and there.
                drop(self.history.edit(&mut self.document, label, (), edits));
            }
            None if line == "undo" => drop(self.history.undo(&mut self.document).unwrap()),
            None if line == "redo" => drop(self.history.redo(&mut self.document).unwrap()),
            None => self.file = format::write(&self.document),
        }
    }

    /// A session that begins where the last one ended: one step on what the file holds.
    fn begin_again(&mut self, document: Document) {
        self.document = format::read(&self.file).document;
        self.history = History::default();
        let recovered = Edit::Replace {
            document: Box::new(document),
        };
        self.history
            .edit(&mut self.document, "Recover", (), [recovered])
            .unwrap();
    }
}

struct Session {
    child: Child,
    input: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Session {
    fn start(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap()).lines();
        Self {
            child,
            input,
            answers,
        }
    }

    fn answer(&mut self) -> String {
        self.answers.next().unwrap().unwrap()
    }

    fn ask(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        self.answer()
    }

    fn document(&mut self) -> Document {
        let text: String = ron::from_str(&self.ask("show")).unwrap();
        format::read(&text).document
    }

    /// Lays `lines` ready all at once, kills the session some time after `heard` answers, and counts its answers.
    fn kill(mut self, lines: &[String], heard: usize, wait: Duration) -> usize {
        let mut input = self.input;
        let ready: String = lines
            .iter()
            .flat_map(|line| [line.as_str(), "\n"])
            .collect();
        let feeding = thread::Builder::new()
            // The pipe breaks when the session is killed.
            .spawn(move || drop(input.write_all(ready.as_bytes())))
            .unwrap();
        let before = self.answers.by_ref().take(heard).count();
        thread::sleep(wait);
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        feeding.join().unwrap();
        before + self.answers.map_while(Result::ok).count()
    }
}

fn seed() -> u64 {
    let given = std::env::var("WINDWRIGHT_SEED").ok();
    given.and_then(|seed| seed.parse().ok()).unwrap_or(7)
}

fn start(program: &Program, path: &Path) -> Session {
    Session::start(program.command([Path::new("internal-edit"), path]))
}

#[test]
fn nothing_committed_is_lost_and_the_saved_file_is_whole() {
    let seed = seed();
    println!("WINDWRIGHT_SEED={seed}");
    let program = Program::new(env!("CARGO_BIN_EXE_windwright-under-test")).unwrap();
    let path = program.folder().join("图.ron");
    let mut oracle = Oracle {
        document: Document::default(),
        history: History::default(),
        file: format::write(&Document::default()),
    };
    std::fs::write(&path, &oracle.file).unwrap();
    let mut draws = Draws { seed, drawn: 0 };
    let mut cut_short = 0;
    for kill in 0..KILLS {
        if draws.below(3) == 0 {
            // Killed while it takes up what the one before it left.
            start(&program, &path).kill(&[], 0, draws.wait(40));
        }
        let mut session = start(&program, &path);
        assert!(session.answer().starts_with("open"));
        assert_eq!(session.document(), oracle.document, "before kill {kill}");

        let lines: Vec<String> = (0..LINES).map(|_| draws.line()).collect();
        let heard = draws.below(LINES) as usize;
        let answered = session.kill(&lines, heard, draws.wait(3));
        assert!((heard..=lines.len()).contains(&answered));
        cut_short += u64::from(answered < lines.len());

        for line in &lines[..answered] {
            oracle.obey(line);
        }
        // One line more may have been done, but not answered.
        let sure = (oracle.document.clone(), oracle.file.clone());
        if let Some(line) = lines.get(answered) {
            oracle.obey(line);
        }
        let perhaps = (oracle.document.clone(), oracle.file.clone());
        oracle.file = std::fs::read_to_string(&path).unwrap();
        assert!(
            [&sure.1, &perhaps.1].contains(&&oracle.file),
            "kill {kill}: the file is neither {} nor {}",
            sure.1,
            perhaps.1
        );
        let mut session = start(&program, &path);
        session.answer();
        let found = session.document();
        session.kill(&[], 0, Duration::ZERO);
        assert!(
            [&sure.0, &perhaps.0].contains(&&found),
            "kill {kill}: after {answered} answers\n{}\n{}",
            format::write(&found),
            format::write(&sure.0)
        );
        oracle.begin_again(found);
    }
    assert!(cut_short > KILLS / 2, "{cut_short} kills met work");
    let mut session = start(&program, &path);
    session.answer();
    assert_eq!(session.document(), oracle.document);
    assert_eq!(session.ask("save"), "saved");
    let file = std::fs::read_to_string(&path).unwrap();
    assert_eq!(file, format::write(&oracle.document));
}

/// A limit on the size of files stands for a full disk: a save cannot be finished.
#[test]
fn a_save_that_finds_no_room_leaves_the_old_file_and_the_work() {
    let program = Program::new(env!("CARGO_BIN_EXE_windwright-under-test")).unwrap();
    let path = program.folder().join("图.ron");
    let old = format::write(&Document::default());
    std::fs::write(&path, &old).unwrap();
    let inner = program.command([Path::new("internal-edit"), &path]);
    let mut limited = program.shell("trap '' XFSZ; ulimit -f 64; exec \"$@\"");
    limited
        .arg("sh")
        .arg(inner.get_program())
        .args(inner.get_args());
    let mut session = Session::start(limited);
    assert_eq!(session.answer(), "open 0");
    let mut gesture = Transaction::new("Comment");
    gesture.edits = vec![Edit::SetItem {
        id: ItemId::new("comment"),
        item: Some(Item::Comment {
            text: "x".repeat(100_000),
            position: [0.0, 0.0],
        }),
    }];
    let line = format!("do {}", journal_line(&gesture));
    let answer = session.ask(&line);
    assert!(answer.contains("The journal cannot be written"), "{answer}");
    let answer = session.ask("save");
    assert!(answer.starts_with("unsaved dirty"), "{answer}");
    assert!(
        answer.contains("图.ron") && answer.contains("room"),
        "{answer}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), old);
    let names = std::fs::read_dir(program.folder()).unwrap();
    let left: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "no half file stays: {left:?}");
    // The work is still there, and what is small enough can be saved.
    session.ask("undo");
    assert_eq!(session.document(), Document::default());
}

/// What a save would destroy, or cannot reach, stays as it is; the work stays too, and that is said.
#[test]
fn a_save_that_may_not_be_leaves_the_file_and_the_work() {
    use std::{
        fs,
        os::unix::fs::{PermissionsExt as _, symlink},
    };

    let program = Program::new(env!("CARGO_BIN_EXE_windwright-under-test")).unwrap();
    let at = |name: &str| program.folder().join(name);
    let old = format::write(&Document::default());
    fs::create_dir(at("folder")).unwrap();
    for name in ["plain.ron", "locked.ron", "folder/lost.ron"] {
        fs::write(at(name), &old).unwrap();
    }
    fs::set_permissions(at("locked.ron"), fs::Permissions::from_mode(0o444)).unwrap();
    symlink("plain.ron", at("link.ron")).unwrap();
    let mut draws = Draws { seed: 1, drawn: 0 };
    for (name, reason) in [
        ("locked.ron", "is read-only"),
        ("link.ron", "is a link to"),
        ("folder/lost.ron", "no file can be made in"),
    ] {
        let mut session = start(&program, &at(name));
        session.answer();
        let mut gesture = Transaction::new("Add");
        gesture.edits = vec![Edit::AddNode {
            id: draws.node(),
            node: Node::new("number", 1),
            links: BTreeMap::new(),
            position: [0.0; 2],
        }];
        let gesture = format!("do {}", journal_line(&gesture));
        assert_eq!(session.ask(&gesture), "done");
        if name.starts_with("folder") {
            fs::remove_dir_all(at("folder")).unwrap();
        }
        let answer = session.ask("save");
        assert!(answer.starts_with("unsaved dirty"), "{name}: {answer}");
        assert!(answer.contains(reason), "{name}: {answer}");
        assert_eq!(session.document().graph().nodes.len(), 1);
        // Undone, so that nothing is left for the next one to take up.
        assert_eq!(session.ask("undo"), "done");
        session.kill(&[], 0, Duration::ZERO);
    }
    for name in ["plain.ron", "locked.ron"] {
        assert_eq!(fs::read_to_string(at(name)).unwrap(), old, "{name}");
    }
    assert!(fs::symlink_metadata(at("link.ron")).unwrap().is_symlink());
}
