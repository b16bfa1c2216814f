//! The location of the fields of a handwritten endpoint: given by `in`, by the title of their group, or by the path.

use super::tree::Component;
use crate::registry::ComponentKind;

/// The location of a field in a request or response.
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
    /// Every location that `in` can name.
    const GIVEN: [Self; 5] = [Self::Header, Self::Path, Self::Query, Self::Cookie, Self::Body];

    /// The id of the group in which an endpoint collects these fields.
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

    /// The title of that group; for a body, the media type may follow it.
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

    /// The spelling in `in`, which is also the first part of the fields' anchors.
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

    /// The location in a field's `in` attribute.
    pub(crate) fn given(field: &Component) -> Option<Self> {
        let place = field.given("in")?;
        Self::GIVEN.into_iter().find(|known| known.name().eq_ignore_ascii_case(&place.value))
    }

    /// The location of all fields in a group with this title, as such titles are usually worded.
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

/// A group of fields that is a direct child of an endpoint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupPlace<'a> {
    /// The location of its fields, if its title names one.
    pub(crate) place: Option<FieldPlace>,
    /// Whether fields without a location belong to a response body.
    in_response: bool,
    /// The endpoint's path.
    url: &'a str,
}

impl<'a> GroupPlace<'a> {
    /// A group in an endpoint with this path.
    pub(crate) fn new(kind: ComponentKind, title: Option<&str>, url: &'a str) -> Self {
        let place = match kind {
            ComponentKind::ResponseFields => Some(FieldPlace::Response),
            _ => title.and_then(FieldPlace::of_title),
        };
        Self { place, in_response: false, url }
    }

    /// A response, or a group in one: its fields belong to the body, unless they are headers.
    pub(crate) fn in_response(title: Option<&str>) -> Self {
        let is_headers = title.and_then(FieldPlace::of_title) == Some(FieldPlace::Header);
        Self { place: is_headers.then_some(FieldPlace::Header), in_response: true, url: "" }
    }

    /// Whether a group only states the location of its fields, so that they can be merged into those of the operation.
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

    /// The location of a field of the group, as far as the author states it.
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
