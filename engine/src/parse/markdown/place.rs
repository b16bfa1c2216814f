//! Where the fields of an endpoint that an author wrote travel: what `in` says, or the title of their group, or the path.

use super::tree::Component;
use crate::registry::ComponentKind;

/// Where a field of an endpoint travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldPlace {
    Header,
    Path,
    Query,
    Cookie,
    Body,
    Response,
}

impl FieldPlace {
    /// Every place that `in` can name.
    const GIVEN: [Self; 5] = [Self::Header, Self::Path, Self::Query, Self::Cookie, Self::Body];

    /// The id of the group that an endpoint gathers its fields in.
    pub(super) const fn group(self) -> Option<&'static str> {
        match self {
            Self::Header => Some("headers"),
            Self::Path => Some("path-parameters"),
            Self::Query => Some("query-parameters"),
            Self::Cookie => Some("cookie-parameters"),
            Self::Body => Some("body"),
            Self::Response => None,
        }
    }

    /// The title of that group; a body's media type may follow it.
    const fn title(self) -> &'static str {
        match self {
            Self::Header => "Headers",
            Self::Path => "Path Parameters",
            Self::Query => "Query Parameters",
            Self::Cookie => "Cookie Parameters",
            Self::Body => "Body",
            Self::Response => "Response",
        }
    }

    /// As `in` spells it; also the first part of its fields' anchors.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Path => "path",
            Self::Query => "query",
            Self::Cookie => "cookie",
            Self::Body => "body",
            Self::Response => "response",
        }
    }

    /// The place that the attribute `in` of a field gives.
    pub(crate) fn given(field: &Component) -> Option<Self> {
        let place = field.given("in")?;
        Self::GIVEN.into_iter().find(|known| known.name().eq_ignore_ascii_case(&place.value))
    }

    /// The place of all fields in a group with that title, as titles of groups are usually worded.
    fn of_title(title: &str) -> Option<Self> {
        let title = title.trim().to_ascii_lowercase();
        let first = title.strip_prefix("request ").unwrap_or(&title).split_whitespace().next()?;
        match first {
            "header" | "headers" => Some(Self::Header),
            "path" => Some(Self::Path),
            "query" => Some(Self::Query),
            "cookie" | "cookies" => Some(Self::Cookie),
            "body" => Some(Self::Body),
            _ => None,
        }
    }
}

/// A group of fields directly in an endpoint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupPlace<'a> {
    /// The place of its fields, if its title says it.
    pub(crate) place: Option<FieldPlace>,
    /// Fields that say nothing are those of a response's body.
    in_response: bool,
    /// The endpoint's path.
    url: &'a str,
}

impl<'a> GroupPlace<'a> {
    /// A group in an endpoint with that path.
    pub(crate) fn new(kind: ComponentKind, title: Option<&str>, url: &'a str) -> Self {
        let place = match kind {
            ComponentKind::ResponseFields => Some(FieldPlace::Response),
            _ => title.and_then(FieldPlace::of_title),
        };
        Self { place, in_response: false, url }
    }

    /// A response, or a group in one: its fields are those of the body, unless they are headers.
    pub(crate) fn in_response(title: Option<&str>) -> Self {
        let is_headers = title.and_then(FieldPlace::of_title) == Some(FieldPlace::Header);
        Self { place: is_headers.then_some(FieldPlace::Header), in_response: true, url: "" }
    }

    /// Whether a group says nothing but where its fields travel, so that they can join those of the operation.
    pub(crate) fn joins(self, group: &Component) -> bool {
        let fields =
            group.blocks().iter().map(|block| block.component().filter(|part| part.kind == ComponentKind::Field));
        let places: Option<Vec<FieldPlace>> = fields.map(|field| self.of(field?)).collect();
        let is_usual = |title: &str| {
            let (shown, behind) = match self.place {
                Some(place) => (place.title(), title.trim().get(place.title().len()..).unwrap_or_default().trim()),
                None => return false,
            };
            let starts = title.trim().get(..shown.len()).is_some_and(|start| start.eq_ignore_ascii_case(shown));
            let may_follow = match self.place {
                Some(FieldPlace::Body) => {
                    behind.is_empty() || (behind.contains('/') && !behind.contains(char::is_whitespace))
                }
                Some(FieldPlace::Response) => behind.is_empty() || behind.eq_ignore_ascii_case("body"),
                _ => behind.is_empty(),
            };
            starts && may_follow
        };
        let is_plain = ["id", "class", "theme"].iter().all(|name| group.given(name).is_none());
        let title = group.given("title").map(|title| &*title.value);
        places.is_some_and(|places| {
            let fit =
                title.is_none_or(|title| is_usual(title) && places.iter().all(|place| Some(*place) == self.place));
            fit && is_plain && !places.is_empty()
        })
    }

    /// Where a field of the group travels, as far as the author says it.
    pub(crate) fn of(self, field: &Component) -> Option<FieldPlace> {
        if self.place == Some(FieldPlace::Response) {
            return self.place;
        }
        let in_path = || {
            let name = field.value("name")?;
            let holds = |part: &str| part.split_once('}').is_some_and(|(known, _)| known == name);
            self.url.split('{').skip(1).any(holds).then_some(FieldPlace::Path)
        };
        let place = FieldPlace::given(field).or(self.place);
        if self.in_response {
            return place.filter(|place| *place == FieldPlace::Header).or(Some(FieldPlace::Response));
        }
        place.or_else(in_path)
    }
}
