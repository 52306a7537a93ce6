use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;

/// Puts a new file in the place of an old one, or where there is none, and returns it. There is always a whole file, also after a kill or
/// a power cut: the old one until the new one is complete and on the disk.
///
/// `write` fills the new file while it has a name of its own beside the old one, with `.new` at its end. So any number of processes may
/// replace a file at once; the last one wins. A kill can leave such a file behind.
///
/// # Errors
/// When it cannot be written. Then the old file is as it was.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    let no_file = || io::Error::from(io::ErrorKind::InvalidInput);
    let mut prefix = OsString::from(path.file_name().ok_or_else(no_file)?);
    prefix.push(".");
    let mut unfinished = tempfile::Builder::new()
        .prefix(&prefix)
        .suffix(".new")
        // With the permissions of any other file of this user.
        .make_in(folder_of(path), |path| File::create_new(path))?;
    write(unfinished.as_file_mut())?;
    unfinished.as_file().sync_all()?;
    let file = unfinished.persist(path)?;
    sync_folder_of(path);
    Ok(file)
}

/// Brings the name of a new file to the disk, where the system can do that.
pub fn sync_folder_of(path: &Path) {
    if cfg!(unix) {
        File::open(folder_of(path))
            .and_then(|folder| folder.sync_all())
            .ok();
    }
}

fn folder_of(path: &Path) -> &Path {
    let parent = path.parent();
    (parent.filter(|folder| !folder.as_os_str().is_empty())).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_is_replaced_or_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace(&path, |file| file.write_all(b"one")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        let failed = replace(&path, |file| {
            file.write_all(b"tw")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        replace(&path, |file| file.write_all(b"three")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"three");
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 1, "nothing unfinished is left");
    }

    #[test]
    fn several_may_replace_a_file_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::thread::scope(|scope| {
            for text in ["one", "three"] {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..20 {
                        replace(path, |file| file.write_all(text.as_bytes())).unwrap();
                        let found = fs::read_to_string(path).unwrap();
                        assert!(["one", "three"].contains(&found.as_str()), "{found}");
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
