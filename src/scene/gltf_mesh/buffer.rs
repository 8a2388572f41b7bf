//! The bytes behind a glTF file's buffers: the binary chunk, data URIs, files beside the model.
//!
//! Files are read through the caller's function only, with a relative path that cannot leave the
//! model's folder. Buffers are loaded when an accessor first asks for them, and kept.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use gltf::json;

use super::error::{BufferProblem, MeshError};
use super::{MAX_FILE_BYTES, Resolve};

/// Padding is optional: exporters disagree.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The buffers of one file.
pub(super) struct Buffers<'a> {
    file: &'a str,
    declared: &'a [json::Buffer],
    blob: Option<&'a [u8]>,
    resolve: Resolve<'a>,
    loaded: Vec<Option<Vec<u8>>>,
    num_bytes: usize,
}

impl<'a> Buffers<'a> {
    pub(super) fn new(
        file: &'a str,
        declared: &'a [json::Buffer],
        blob: Option<&'a [u8]>,
        resolve: Resolve<'a>,
    ) -> Self {
        Self {
            file,
            declared,
            blob,
            resolve,
            loaded: vec![None; declared.len()],
            num_bytes: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.declared.len()
    }

    /// Makes sure that the buffer's bytes are there. `index` is below [`Buffers::len`].
    pub(super) fn load(&mut self, index: usize) -> Result<(), MeshError> {
        if self.loaded[index].is_some() || self.is_blob(index) {
            return self.check_length(index);
        }
        let bytes = self.fetch(index).map_err(|problem| MeshError::Buffer {
            file: self.file.to_owned(),
            buffer: index,
            problem,
        })?;
        self.num_bytes = self.num_bytes.saturating_add(bytes.len());
        if self.num_bytes > MAX_FILE_BYTES {
            return Err(MeshError::TooLarge {
                file: self.file.to_owned(),
                what: "the model's data",
                size_in_bytes: self.num_bytes,
                max_in_bytes: MAX_FILE_BYTES,
            });
        }
        self.loaded[index] = Some(bytes);
        self.check_length(index)
    }

    /// The announced bytes of a buffer that was loaded; nothing of one that was not.
    pub(super) fn bytes(&self, index: usize) -> &[u8] {
        let all = self.all_bytes(index);
        let announced = usize::try_from(self.declared[index].byte_length.0).unwrap_or(usize::MAX);
        &all[..announced.min(all.len())]
    }

    fn is_blob(&self, index: usize) -> bool {
        index == 0 && self.declared[0].uri.is_none() && self.blob.is_some()
    }

    fn all_bytes(&self, index: usize) -> &[u8] {
        match (&self.loaded[index], self.blob) {
            (Some(bytes), _) => bytes,
            (None, Some(blob)) if self.is_blob(index) => blob,
            _ => &[],
        }
    }

    fn check_length(&self, index: usize) -> Result<(), MeshError> {
        let expected = self.declared[index].byte_length.0;
        let actual = self.all_bytes(index).len();
        if (actual as u64) < expected {
            return Err(MeshError::Buffer {
                file: self.file.to_owned(),
                buffer: index,
                problem: BufferProblem::Short { expected, actual },
            });
        }
        Ok(())
    }

    fn fetch(&self, index: usize) -> Result<Vec<u8>, BufferProblem> {
        let Some(uri) = &self.declared[index].uri else {
            return Err(BufferProblem::NoData);
        };
        if let Some(data) = uri.strip_prefix("data:") {
            return decode_data_uri(data);
        }
        let path = relative_path(uri)?;
        (self.resolve)(&path).map_err(|reason| BufferProblem::Unreadable { uri: path, reason })
    }
}

fn decode_data_uri(data: &str) -> Result<Vec<u8>, BufferProblem> {
    let Some((media_type, payload)) = data.split_once(',') else {
        return Err(BufferProblem::DataUri("it has no comma".to_owned()));
    };
    if !media_type.ends_with(";base64") {
        return Err(BufferProblem::DataUri("it does not say ;base64".to_owned()));
    }
    BASE64
        .decode(payload)
        .map_err(|error| BufferProblem::DataUri(error.to_string()))
}

/// Decodes a URI into a path below the model's folder, with forward slashes.
fn relative_path(uri: &str) -> Result<String, BufferProblem> {
    let shown = || {
        // A URI can be as long as the file.
        uri.chars().take(80).collect::<String>()
    };
    let path = percent_decode(uri).ok_or_else(|| BufferProblem::Escape(shown()))?;
    // Before a slash, a colon is the end of a scheme, or of a Windows drive.
    if path
        .split(['/', '\\'])
        .next()
        .is_some_and(|first| first.contains(':'))
    {
        return Err(BufferProblem::Scheme(shown()));
    }
    let outside = path.is_empty()
        || path.starts_with(['/', '\\'])
        || path.split(['/', '\\']).any(|part| part == "..")
        || path.contains('\0');
    if outside {
        return Err(BufferProblem::Outside(shown()));
    }
    Ok(path)
}

fn percent_decode(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let (high, low) = (digit()?, digit()?);
            bytes.push((high * 16 + low) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_are_decoded() {
        for (uri, path) in [
            ("fish.bin", "fish.bin"),
            ("data/big%20fish.bin", "data/big fish.bin"),
            ("./a..b/%C3%A4.bin", "./a..b/ä.bin"),
        ] {
            assert_eq!(relative_path(uri).as_deref(), Ok(path));
        }
    }

    #[test]
    fn paths_out_of_the_folder_are_refused() {
        let outside = |uri: &str| Err(BufferProblem::Outside(uri.to_owned()));
        let scheme = |uri: &str| Err(BufferProblem::Scheme(uri.to_owned()));
        let escape = |uri: &str| Err(BufferProblem::Escape(uri.to_owned()));
        for uri in [
            "",
            "/etc/passwd",
            "..",
            "a/../../b",
            "%2e%2e/b",
            "..\\b",
            "\\\\host\\b",
            "a%00",
        ] {
            assert_eq!(relative_path(uri), outside(uri), "{uri}");
        }
        for uri in [
            "file:///b",
            "FILE:b",
            "https://host/b",
            "C:\\b",
            "file%3A//b",
        ] {
            assert_eq!(relative_path(uri), scheme(uri), "{uri}");
        }
        for uri in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(relative_path(uri), escape(uri), "{uri}");
        }
    }
}
