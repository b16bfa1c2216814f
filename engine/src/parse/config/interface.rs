//! The field `strings` of `tool.json`: every text of the interface in one table. A project may override each; otherwise
//! the English text is used.

use std::borrow::Cow;

use super::editions::EditionRoot;
use super::language;
use super::read::ConfigReader;
use crate::parse::fields::Shape::Text;
use crate::parse::fields::{Field, Object, Shape};
use base::diagnostic::{Code, Diagnostic};
use base::tree::{Limits, NodeRef, Tree};

/// The placeholders that are filled in, such as `{count}`. Other words in braces are plain text.
pub(crate) const PLACEHOLDERS: [&str; 14] = [
    "{count}",
    "{name}",
    "{value}",
    "{reason}",
    "{url}",
    "{size}",
    "{names}",
    "{method}",
    "{seconds}",
    "{type}",
    "{values}",
    "{at}",
    "{format}",
    "{pattern}",
];

/// Texts that are looked up by name only, in the order of the table.
type NamedTexts = Cow<'static, [(&'static str, Cow<'static, str>)]>;

macro_rules! strings {
    (
        $($section:literal $OBJECT:ident $about:literal { $($name:ident = $json:literal, $text:literal;)* })*
        $($list:ident = $list_json:literal $LIST_OBJECT:ident $list_about:literal {
            $($($variant:ident =)? $key:literal, $value:literal $(, $rule:ident)*;)*
        })*
    ) => {
        /// The texts of the interface, in the language of the site. Each text has a method of the same name.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) struct Strings {
            $($($name: Cow<'static, str>,)*)*
            $($list: NamedTexts,)*
        }

        impl Strings {
            $($(
                #[doc = concat!("“", $text, "”")]
                pub(crate) fn $name(&self) -> &str {
                    &self.$name
                }
            )*)*

            $(
                #[doc = concat!("The texts of `", $list_json, "`, with their names.")]
                pub(crate) fn $list(&self) -> &[(&'static str, Cow<'static, str>)] {
                    &self.$list
                }
            )*

            /// All texts, in the order of the table.
            pub(crate) fn all(&self) -> Vec<&str> {
                let mut all: Vec<&str> = vec![$($(&*self.$name,)*)*];
                $(all.extend(self.$list.iter().map(|(_, text)| &**text));)*
                all
            }

            /// As [`Self::all`].
            pub(crate) fn all_mut(&mut self) -> Vec<&mut Cow<'static, str>> {
                let mut all: Vec<&mut Cow<'static, str>> = vec![$($(&mut self.$name,)*)*];
                $(all.extend(self.$list.to_mut().iter_mut().map(|(_, text)| text));)*
                all
            }

            /// The text with this name in a section.
            fn text_mut(&mut self, section: &str, name: &str) -> Option<&mut Cow<'static, str>> {
                match (section, name) {
                    $($(($section, $json) => Some(&mut self.$name),)*)*
                    $(($list_json, _) => {
                        self.$list.to_mut().iter_mut().find(|(key, _)| *key == name).map(|(_, text)| text)
                    })*
                    _ => None,
                }
            }
        }

        /// The English texts, which Markdown alternates use on every site.
        pub(crate) static ENGLISH: Strings = Strings {
            $($($name: Cow::Borrowed($text),)*)*
            $($list: Cow::Borrowed(&[$(($key, Cow::Borrowed($value)),)*]),)*
        };

        $(
            #[doc = $about]
            static $OBJECT: Object = Object::new(
                concat!($section, "Strings"),
                &[$(Field::new($json, Text).default(concat!("\"", $text, "\"")),)*],
            );
        )*
        $(
            #[doc = $list_about]
            static $LIST_OBJECT: Object = Object::new(
                concat!($list_json, "Strings"),
                &[$(Field::new($key, Text).default(concat!("\"", $value, "\"")),)*],
            );
        )*

        /// The sections, as fields of `tool.json`.
        pub(super) static STRINGS: Object = Object::new(
            "strings",
            &[
                $(Field::new($section, Shape::Object(&$OBJECT)),)*
                $(Field::new($list_json, Shape::Object(&$LIST_OBJECT)),)*
            ],
        );
    };
}

openapi::constraint_rows! { strings! {
    "page" PAGE "The text around the content of every page." {
        skip = "skip", "Skip to content";
        menu = "openMenu", "Open the menu";
        close = "closeMenu", "Close the menu";
        pages = "pages", "Pages";
        guides = "guides", "Guides";
        api = "api", "API";
        filter = "filter", "Filter";
        filter_pages = "filterPages", "Filter the pages";
        filtered = "filtered", "Pages found:";
        none_filtered = "noneFiltered", "No page title contains this.";
        search_instead = "searchInstead", "Search the pages";
        top_links = "mainLinks", "Main links";
        breadcrumbs = "breadcrumbs", "Breadcrumbs";
        pager = "pager", "Previous and next page";
        theme = "theme", "Theme";
        theme_auto = "themeAuto", "same as the system";
        theme_light = "themeLight", "light";
        theme_dark = "themeDark", "dark";
        search = "search", "Search";
        search_keys = "searchKeys", "Ctrl K";
        search_site = "searchSite", "Search the site";
        on_this_page = "onThisPage", "On this page";
        previous = "previous", "Previous";
        next = "next", "Next";
        all_pages = "allPages", "All pages";
        show_earlier = "showEarlier", "Show {count} earlier";
        show_more = "showMore", "Show {count} more";
        view_markdown = "viewMarkdown", "View as Markdown";
        copy_page = "copyPage", "Copy page";
        page_menu = "pageMenu", "More ways to read this page";
        open_chatgpt = "openChatGpt", "Open in ChatGPT";
        open_claude = "openClaude", "Open in Claude";
        open_cursor = "openCursor", "Open in Cursor";
        ask_about = "askAbout", "Read {url} so that I can ask questions about it.";
        edit_page = "editPage", "Edit this page";
        last_updated = "lastUpdated", "Last updated";
        contributors = "contributors", "Contributors";
        helpful = "helpful", "Was this page helpful?";
        helpful_yes = "helpfulYes", "Yes";
        helpful_no = "helpfulNo", "No";
        feedback_comment = "feedbackComment", "Tell us more (optional)";
        send_feedback = "sendFeedback", "Send";
        feedback_thanks = "feedbackThanks", "Thank you for your feedback.";
        feedback_failed = "feedbackFailed", "Your feedback could not be sent. Try again.";
        footer_links = "footerLinks", "Further links";
        announcement = "announcement", "Announcement";
        dismiss = "dismiss", "Dismiss";
        draft = "draft", "Draft";
        draft_text = "draftText", "This page is a draft. It is not part of the published site.";
        badge_new = "badgeNew", "New";
        badge_beta = "badgeBeta", "Beta";
        not_found = "notFound", "Page not found";
        not_found_text = "notFoundText", "No page exists at this URL. It may have been moved or removed.";
        back_home = "backHome", "Back to the home page";
        near_pages = "nearPages", "Did you mean one of these pages?";
        moved = "moved", "This page has moved";
        moved_to = "movedTo", "This page has moved to";
        feed_of = "feedOf", "Updates to";
        products = "products", "Product";
        versions = "versions", "Version";
        languages = "languages", "Language";
        old_version = "oldVersion", "This is the documentation of {name}.";
        unmaintained = "unmaintained", "This is the documentation of {name}, which is no longer maintained.";
        latest_version = "latestVersion", "Go to {name}";
        not_translated = "notTranslated", "This page has not been translated yet.";
        sign_in = "signIn", "Sign-in";
        sign_in_text = "signInText", "API sign-ins return to this page. There is nothing to do here.";
        sign_in_done = "signInDone", "Done. Close this window and continue where you left off.";
        sign_in_lost = "signInLost", "No page was waiting for this sign-in. Close this window and start again from the original page.";
    }

    "content" CONTENT "Text that components and Markdown add to pages." {
        copy = "copy", "Copy";
        copied = "copied", "Copied";
        download = "download", "Download";
        enlarge = "enlarge", "Enlarge the image";
        close_image = "closeImage", "Close the image";
        link_to = "linkTo", "Link to";
        footnotes = "footnotes", "Footnotes";
        back_to_text = "backToText", "Back to the text";
        task_done = "taskDone", "Done";
        task_open = "taskOpen", "To do";
        table = "table", "Table";
        code = "code", "Code";
        note = "note", "Note";
        info = "info", "Info";
        tip = "tip", "Tip";
        success = "success", "Success";
        important = "important", "Important";
        warning = "warning", "Warning";
        caution = "caution", "Caution";
        danger = "danger", "Danger";
        error = "error", "Error";
        added = "added", "Added";
        changed = "changed", "Changed";
        improved = "improved", "Improved";
        updated = "updated", "Updated";
        fixed = "fixed", "Fixed";
        removed = "removed", "Removed";
        deprecated_change = "deprecated", "Deprecated";
        security_change = "security", "Security";
        aside = "aside", "Aside";
        version = "version", "Version";
        minutes_to_read = "minutesToRead", "{count} min read";
        files = "files", "Files";
        tree = "tree", "Tree";
        missing_text = "missingText", "Missing text:";
        not_loaded = "notLoaded", "Could not be loaded. Try again";
        diagram = "diagram", "Diagram";
        diagram_source = "diagramSource", "Source";
        flowchart = "flowchart", "Flowchart";
        sequence_diagram = "sequenceDiagram", "Sequence diagram";
        class_diagram = "classDiagram", "Class diagram";
        state_diagram = "stateDiagram", "State diagram";
        entity_diagram = "entityDiagram", "Entity relationship diagram";
        gantt_chart = "ganttChart", "Gantt chart";
        pie_chart = "pieChart", "Pie chart";
        git_graph = "gitGraph", "Git graph";
        user_journey = "userJourney", "User journey";
        mind_map = "mindMap", "Mind map";
        timeline = "timeline", "Timeline";
        chart = "chart", "Chart";
    }

    "api" API "Text about operations and schemas." {
        required = "required", "required";
        optional = "optional", "optional";
        characters = "characters", "{count} characters";
        items = "items", "{count} items";
        properties = "properties", "{count} properties";
        not_empty = "notEmpty", "not empty";
        unique = "unique", "unique";
        deprecated = "deprecated", "deprecated";
        read_only = "readOnly", "read-only";
        write_only = "writeOnly", "write-only";
        child_fields = "childFields", "Child fields";
        of = "of", "of";
        details_of = "detailsOf", "Details of";
        expand_all = "expandAll", "Expand all";
        collapse_all = "collapseAll", "Collapse all";
        allowed_values = "allowedValues", "Allowed values";
        and_more = "andMore", "and {count} more";
        variant = "variant", "Variant";
        media_type = "mediaType", "Media type";
        language = "language", "Language";
        same_fields = "sameFields", "Also, with the same fields:";
        no_schema_given = "noSchemaGiven", "The document does not describe its content.";
        recursive = "recursive", "recursive: {name}";
        more_in = "moreIn", "More in schema {name}";
        more_levels = "moreLevels", "More levels in the schema";
        unresolved = "unresolved", "Unresolved reference {name}: {reason}";
        extends = "extends", "extends";
        fields = "fields", "Fields";
        fields_of = "fieldsOf", "Fields of";
        models = "models", "Models";
        used_by = "usedBy", "Used by";
        used_through = "usedThrough", "Used indirectly by";
        part_of = "partOf", "Part of";
        shown_on = "shownOn", "Shown on";
        server = "server", "Server";
        servers = "servers", "Servers";
        variable_is = "variableIs", "is";
        variable_or = "variableOr", "or";
        deprecated_operation = "deprecatedOperation", "This operation is deprecated.";
        webhook = "webhook", "Webhook";
        authorization = "authorization", "Authorization";
        no_authorization = "noAuthorization", "None";
        read_more = "readMore", "Read more";
        needs = "needs", "Needs {name}";
        accepts = "accepts", "Accepts {name}";
        public = "public", "No authorization needed";
        and = "and", "and";
        scopes = "scopes", "scopes";
        undeclared_scheme = "undeclaredScheme", "is not declared in the spec";
        api_key = "apiKey", "API key in {value} {name}";
        client_certificate = "clientCertificate", "client certificate";
        authorization_code = "authorizationCode", "Authorization code";
        client_credentials = "clientCredentials", "Client credentials";
        implicit = "implicit", "Implicit";
        password = "password", "Password";
        device_authorization = "deviceAuthorization", "Device authorization";
        authorize = "authorize", "authorize";
        device = "device", "device";
        token = "token", "token";
        refresh = "refresh", "refresh";
        path_parameters = "pathParameters", "Path Parameters";
        query_parameters = "queryParameters", "Query Parameters";
        query_string = "queryString", "Query String";
        cookie_parameters = "cookieParameters", "Cookie Parameters";
        headers = "headers", "Headers";
        body = "body", "Body";
        responses = "responses", "Responses";
        other_responses = "otherResponses", "Other responses";
        response_body = "responseBody", "Response body";
        any_other_status = "anyOtherStatus", "Any other status";
        information = "information", "Information";
        successful = "successful", "Success";
        redirection = "redirection", "Redirection";
        client_error = "clientError", "Client error";
        server_error = "serverError", "Server error";
        callbacks = "callbacks", "Callbacks";
        examples = "examples", "Examples";
        example = "example", "Example";
        shortened = "shortened", "Lists show at most {count} items. The OpenAPI document has all of them.";
        example_request = "exampleRequest", "Request";
        example_request_body = "exampleRequestBody", "Request body";
        all_fields = "allFields", "All fields";
        example_response = "exampleResponse", "Response";
        try_it = "tryIt", "Try it";
        parameter = "parameter", "Parameter";
        location = "location", "In";
        type_word = "type", "Type";
        description = "description", "Description";
        no_spec = "noSpec", "The project has no OpenAPI file called";
        no_operation = "noOperation", "The API has no operation called";
        several_operations = "severalOperations", "The API has several operations called";
        no_schema = "noSchema", "The API has no schema called";
        several_schemas = "severalSchemas", "The API has several schemas called";
        told_apart = "toldApart", "Choose one with";
    }

    constraints = "constraints" CONSTRAINTS "Labels for the constraints of a field, by the keyword of its schema."
} {
    search_texts = "search" SEARCH "The search dialog." {
        "title", "Search";
        "label", "Search pages, operations and fields";
        "scope", "Search in";
        "everything", "Everything";
        "clear", "Clear";
        "cancel", "Close";
        "results", "Results";
        "operations", "API operations";
        "pages", "Pages";
        "sections", "On pages";
        "count", "Results:";
        "further", "Show more";
        "nothing", "No results";
        "none", "Nothing was found for";
        "meant", "Did you mean";
        "tip", "Try fewer or different words, or see";
        "all", "all pages";
        "idle", "Type a word, a path such as /users/{id}, or the name of an operation or a field.";
        "failed", "The search could not be loaded. Try again later.";
        "move", "to move";
        "follow", "to open";
        "close", "to close";
    }

    playground_texts = "playground" PLAYGROUND "The panel that sends requests." {
        "title", "Try it";
        "close", "Close";
        "server", "Server";
        "otherServer", "Another server";
        "address", "Address";
        "authorization", "Authorization";
        "way", "Authentication method";
        "none", "None";
        "user", "User name";
        "password", "Password";
        "token", "Token";
        "tokenHint", "Or paste an existing token.";
        "flow", "Flow";
        "openId", "OpenID Connect";
        "clientId", "Client ID";
        "clientSecret", "Client secret";
        "optional", "optional";
        "secretBy", "How the secret is sent";
        "inHeader", "In the header (HTTP Basic)";
        "inBody", "In the body";
        "scopes", "Scopes";
        "redirectUri", "Redirect URI";
        "register", "Register this URL with the provider as a redirect URI of this client.";
        "signIn", "Sign in";
        "getToken", "Get token";
        "forget", "Forget";
        "waiting", "Waiting for the sign-in in the other window…";
        "asking", "Asking for a token…";
        "signedIn", "Signed in.";
        "signedInUntil", "Signed in. The token expires at {value}.";
        "expired", "The token has expired.";
        "forgotten", "The token was discarded.";
        "lacking", "The token was issued for other scopes. This operation also needs {names}.";
        "droppedFlow", "OAuth 2.1 removed this flow because it can leak tokens or passwords. Paste an existing token.";
        "deviceFlow", "This flow is for devices without a browser. Paste an existing token.";
        "fromDisk", "A page opened from disk has no URL to return to after signing in. Paste an existing token.";
        "insecure", "Signing in works only over https or on this machine. Paste an existing token.";
        "badEndpoint", "{name} is not an http or https URL, so signing in is not possible here. Paste an existing token.";
        "noToken", "No new token. {reason}";
        "blocked", "The browser blocked the window. Let this site open windows, and try again.";
        "closed", "The window was closed before the sign-in was complete.";
        "late", "The sign-in was not completed within {count} minutes.";
        "foreign", "The response belongs to another sign-in (its state differs), so it was not used. Try again.";
        "providerCors", "The provider can be reached, but does not let pages of this site read its responses (CORS). Paste a token from elsewhere.";
        "badAnswer", "The provider responded with {value} and no readable content.";
        "tokenless", "The response has no access_token.";
        "notRenewed", "The token has expired and could not be renewed. {reason}";
        "accessDenied", "You or the provider denied access.";
        "invalidClient", "The client ID or the secret is wrong, or must be sent in another way.";
        "invalidGrant", "The sign-in has expired, was already used, or belongs to another client.";
        "invalidRequest", "The provider did not understand the request.";
        "invalidScope", "A scope is unknown or not allowed for this client.";
        "unauthorizedClient", "This client may not use this flow.";
        "unsupportedFlow", "The provider does not offer this flow.";
        "providerFailed", "The provider failed. Try again later.";
        "providerError", "The provider rejected the request.";
        "otherScheme", "{name} cannot be filled in here.";
        "keep", "Keep for this session";
        "path", "Path";
        "query", "Query";
        "querystring", "Query string";
        "header", "Headers";
        "cookie", "Cookies";
        "body", "Body";
        "mediaType", "Media type";
        "required", "required";
        "unset", "Not sent";
        "default", "Not sent (default {value})";
        "choose", "Choose";
        "lines", "One value per line.";
        "jsonArray", "A JSON array.";
        "jsonObject", "A JSON object.";
        "wrongJson", "This must be a different type of JSON value.";
        "badJson", "This is not valid JSON: {reason}";
        "missing", "A value is required.";
        "invalid", "The request was not sent: a value above is missing or invalid.";
        "doubtful", "The request was not sent: the marked values do not match the API description.";
        "bodyView", "Edit the body as";
        "form", "Form";
        "startFrom", "Start from";
        "sample", "Sample";
        "requiredOnly", "Required only";
        "ownText", "Your text";
        "wrongType", "The value must be of type {type}.";
        "notListed", "The value must be one of: {values}.";
        "noMatch", "The value must match the pattern {pattern}.";
        "badFormat", "The value is not a valid {format}.";
        "tooShort", "The minimum length is {count}.";
        "tooLong", "The maximum length is {count}.";
        "tooSmall", "The minimum is {value}.";
        "tooLarge", "The maximum is {value}.";
        "notAbove", "The value must be greater than {value}.";
        "notBelow", "The value must be less than {value}.";
        "notMultiple", "The value must be a multiple of {value}.";
        "tooFew", "The minimum number of items is {count}.";
        "tooMany", "The maximum number of items is {count}.";
        "moreFaults", "{count} more";
        "send", "Send";
        "cancel", "Cancel";
        "sendAnyway", "Send anyway";
        "sending", "Sending…";
        "copy", "Copy";
        "response", "Response";
        "nothing", "No request has been sent yet.";
        "empty", "The body is empty.";
        "headers", "Headers ({count})";
        "find", "Search in the response";
        "found", "{at} of {count}";
        "notFound", "No matches";
        "previous", "Previous match";
        "next", "Next match";
        "history", "History ({count})";
        "noResponse", "No response";
        "exposed", "Browsers show only the headers that the server exposes to pages.";
        "declined", "The dev server did not forward the request: {reason}.";
        "passedOn", "The dev server forwarded the request. It withholds cookies and redirects from the page.";
        "redirected", "Redirected to {url}";
        "picture", "The image in the response";
        "cut", "The body is longer. Only the first {size} are shown.";
        "unsent", "Browsers do not let pages send {names}; the curl command can.";
        "badServer", "Requests can only go to http and https URLs on the server shown here.";
        "badHeader", "The header {name} cannot be sent: its name or value contains characters that are not allowed in headers.";
        "badMethod", "Browsers do not let pages send {method}. The command does.";
        "noBody", "Browsers do not send a body with {method}. The command does.";
        "failed", "No response. {reason}";
        "timeout", "The server did not respond within {seconds} seconds.";
        "aborted", "You canceled the request.";
        "offline", "This device is offline.";
        "mixed", "This page was loaded over https, so browsers do not let it send requests over http.";
        "cors", "The server can be reached, but does not let pages of this site read its responses (CORS). The command works from a terminal.";
        "unreachable", "The server cannot be reached: its name, port or certificate is wrong, or it is down.";
    }
}}

impl Strings {
    /// The texts of a language that comes with the tool, from its file: an object with sections of texts. A text that is
    /// missing there is the English one.
    pub(super) fn from_json(json: &str) -> Self {
        let parsed = Tree::from_json(json, Limits::default());
        let mut strings = ENGLISH.clone();
        for (section, texts) in parsed.tree.root().entries() {
            for (name, value) in texts.entries() {
                if let (Some(text), Some(given)) = (strings.text_mut(section.text(), name.text()), value.as_str()) {
                    *text = Cow::Owned(given.to_owned());
                }
            }
        }
        strings
    }
}

impl ConfigReader {
    /// Reads the texts of a site in the language `lang`. An invalid text is reported, and that of the language is used.
    pub(super) fn strings(&mut self, root: EditionRoot<'_>, lang: &str) -> Strings {
        let mut strings = language::texts(lang).clone();
        let Some(node) = root.get("strings") else { return strings };
        if !node.is_object() {
            self.wrong_type(node, "`strings`", "an object with sections of texts");
            return strings;
        }
        self.unknown_fields(node, &STRINGS.names());
        for field in STRINGS.fields {
            let (Some(section), Shape::Object(object)) = (node.get(field.name), field.shape) else { continue };
            if !section.is_object() {
                self.wrong_type(section, &format!("`{}`", field.name), "an object with texts");
                continue;
            }
            self.unknown_fields(section, &object.names());
            for (key, value) in section.entries() {
                if let Some(text) = strings.text_mut(field.name, key.text()) {
                    self.text(value, key.text(), text);
                }
            }
        }
        strings
    }

    /// Reads one text into `text`.
    fn text(&mut self, node: NodeRef<'_>, name: &str, text: &mut Cow<'static, str>) {
        let Some(given) = self.string(node, name) else { return };
        let lacks = |placeholder: &&&str| text.contains(**placeholder) && !given.contains(**placeholder);
        if let Some(placeholder) = PLACEHOLDERS.iter().find(lacks) {
            let message = format!("`{name}` is missing the placeholder `{placeholder}`");
            let help = format!("add it where its value belongs; the usual text is “{text}”");
            self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
            return;
        }
        *text = Cow::Owned(given.into());
    }
}

/// The sections, names and English texts, as in `tool.json`.
#[cfg(test)]
pub(super) fn english() -> Vec<(&'static str, &'static str, String)> {
    let mut all = Vec::new();
    for section in STRINGS.fields {
        let Shape::Object(object) = section.shape else { panic!("{}", section.name) };
        for field in object.fields {
            all.push((section.name, field.name, serde_json::from_str(field.default.unwrap()).unwrap()));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::{ENGLISH, PLACEHOLDERS, english};

    #[test]
    fn each_name_leads_to_its_text() {
        let mut strings = ENGLISH.clone();
        let all = english();
        assert!(all.len() > 250, "{}", all.len());
        for (section, name, text) in all {
            assert_eq!(*strings.text_mut(section, name).unwrap(), text, "{section}.{name}");
        }
        assert_eq!(strings.text_mut("page", "required"), None);
        assert_eq!(strings.text_mut("pages", "skip"), None);
    }

    #[test]
    fn what_stands_in_braces_is_filled_in() {
        for (section, name, text) in english() {
            for part in text.split('{').skip(1) {
                let word = format!("{{{}}}", part.split_once('}').unwrap().0);
                let is_example = (section, name, &*word) == ("search", "idle", "{id}");
                assert!(is_example || PLACEHOLDERS.contains(&&*word), "{section}.{name}: {word}");
            }
        }
    }

    #[test]
    fn a_project_gives_its_own_texts() {
        let text = r#"{"name": "N", "strings": {"page": {"skip": "Zum Inhalt"}, "search": {"title": "Suche"}, "api": {"andMore": "und {count} weitere"}}}"#;
        let file = read(text);
        assert_eq!(file.diagnostics, []);
        let strings = &file.config.strings;
        assert_eq!((strings.skip(), strings.next(), strings.and_more()), ("Zum Inhalt", "Next", "und {count} weitere"));
        let title = strings.search_texts().iter().find(|(name, _)| *name == "title").map(|(_, text)| &**text);
        assert_eq!(title, Some("Suche"));
        assert_eq!(read(r#"{"name": "N"}"#).config.strings, ENGLISH);
    }

    #[test]
    fn what_is_wrong_is_reported_where_it_stands() {
        let text = r#"{"name": "N", "strings": {"pages": {}, "page": {"skp": "a", "next": 3, "menu": "", "previous": " "}, "content": [], "api": {"andMore": "und mehr"}}}"#;
        let file = read(text);
        let found: Vec<(&str, &str, Option<&str>)> = file
            .diagnostics
            .iter()
            .map(|found| (found.message.as_str(), &text[found.place.unwrap().range()], found.help.as_deref()))
            .collect();
        assert_eq!(
            found,
            [
                ("unknown field `pages`", "\"pages\"", Some("did you mean `page`?")),
                ("unknown field `skp`", "\"skp\"", Some("did you mean `skip`?")),
                ("unknown field `menu`", "\"menu\"", None),
                ("`next` must be a string, not a number", "3", None),
                ("`previous` is empty", "\" \"", None),
                ("`content` must be an object with texts, not an array", "[]", None),
                (
                    "`andMore` is missing the placeholder `{count}`",
                    "\"und mehr\"",
                    Some("add it where its value belongs; the usual text is “and {count} more”")
                ),
            ]
        );
        assert_eq!(file.config.strings, ENGLISH);
        assert_eq!(read(r#"{"name": "N", "strings": "de"}"#).diagnostics.len(), 1);
    }
}
