//! Suggestions for misspelt names.

/// Edits (insert, delete, replace, swap of neighbours) from one word to another.
pub(crate) fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut rows = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut least = replace.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(rows[i - 2][j - 2] + 1);
                }
                least
            };
        }
    }
    rows[a.len()][b.len()]
}

/// The candidate that is at most two edits away, at most half of its length.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .filter(|known| known.len().abs_diff(name.len()) <= 2 && known.len() <= 64)
        .map(|known| (edit_distance(name, known), known))
        .min()
        .filter(|(distance, known)| *distance <= 2.min(known.len() / 2))
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_of_neighbours_is_one_edit() {
        assert_eq!(edit_distance("rnage", "range"), 1);
        assert_eq!(edit_distance("", "ab"), 2);
    }

    #[test]
    fn only_near_names_are_suggested() {
        let names = ["range", "default", "color"];
        assert_eq!(nearest("colour", names.into_iter()), Some("color"));
        assert_eq!(nearest("whatever", names.into_iter()), None);
        assert_eq!(nearest("x", ["ab"].into_iter()), None);
    }
}
