//! Lists that an expression renders item by item: `{[…].map((item) => <Card … />)}`.

use super::Converter;
use crate::literal::Literal;
use crate::page::tree::Node;

/// The greatest number of items that are expanded.
const MOST: usize = 200;
/// The depth that the content of such a list counts for.
const COST: usize = 8;

impl Converter<'_> {
    /// The content of such an expression, if the list is literal and each item is only JSX. `None` otherwise.
    pub(super) fn mapped(&mut self, source: &str, parent: Option<&str>, line: u32) -> Option<Vec<Node>> {
        let (list, call) = divided(source)?;
        let (names, jsx) = function(call)?;
        let Some(Literal::List(items)) = self.scope.value(list) else { return None };
        if items.len() > MOST || self.depth + COST > super::DEEPEST {
            return None;
        }
        let document = crate::page::read::read(jsx, line, self.dialect);
        let before = self.scope.clone();
        self.attempt_whole(|this| {
            this.deeper(COST, |this| {
                let mut out = Vec::new();
                for (number, item) in items.into_iter().enumerate() {
                    names.bind(item, number, &mut |name, value| this.scope.set(name, value));
                    out.extend(this.nodes(document.nodes.clone(), parent));
                    this.scope.clone_from(&before);
                }
                out
            })
        })
    }
}

/// The parameters of the function that renders an item.
struct Names<'t> {
    /// The item's name, or those of its members.
    item: Vec<&'t str>,
    is_object: bool,
    number: Option<&'t str>,
}

impl Names<'_> {
    /// Binds the parameters to an item.
    fn bind(&self, item: Literal, number: usize, set: &mut dyn FnMut(&str, Literal)) {
        if let Some(name) = self.number {
            set(name, Literal::Number(number.to_string()));
        }
        match self.item.as_slice() {
            [name] if !self.is_object => set(name, item),
            members => {
                for name in members {
                    set(name, item.get(name).cloned().unwrap_or(Literal::Nothing));
                }
            }
        }
    }
}

/// `list` and `call` of `list.map(call)`.
fn divided(source: &str) -> Option<(&str, &str)> {
    let source = source.trim().strip_suffix(')')?;
    let at = source.find(".map(")?;
    Some((source.get(..at)?.trim(), source.get(at + ".map(".len()..)?.trim().trim_end_matches(',')))
}

/// The parameters and the JSX of `(item, number) => (JSX)`.
fn function(source: &str) -> Option<(Names<'_>, &str)> {
    let (parameters, body) = source.split_once("=>")?;
    let body = body.trim();
    let body = body.strip_prefix('(').and_then(|body| body.strip_suffix(')')).unwrap_or(body).trim();
    if !body.starts_with('<') || !body.ends_with('>') {
        return None;
    }
    let parameters = parameters.trim();
    let parameters =
        parameters.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(parameters).trim();
    let (item, is_object, rest) = match parameters.strip_prefix('{') {
        Some(inner) => {
            let (members, rest) = inner.split_once('}')?;
            (members.split(',').map(str::trim).filter(|name| !name.is_empty()).collect(), true, rest)
        }
        None => {
            let (item, rest) = parameters.split_once(',').map_or((parameters, ""), |(item, rest)| (item, rest));
            (vec![item.trim()], false, rest)
        }
    };
    let number = Some(rest.trim_start_matches(',').trim()).filter(|name| !name.is_empty());
    let is_name = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let names = Names { item, is_object, number };
    (names.item.iter().all(is_name) && names.number.iter().all(is_name)).then_some((names, body))
}
