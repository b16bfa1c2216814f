//! Every text of the interface, in one table.

macro_rules! strings {
    ($($name:ident: $text:literal,)*) => {
        /// The interface's texts in one language.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Strings {
            $(pub(crate) $name: &'static str,)*
        }

        /// English.
        pub(crate) const STRINGS: Strings = Strings { $($name: $text,)* };
    };
}

strings! {
    skip: "Skip to content",
    menu: "Open the menu",
    close: "Close the menu",
    pages: "Pages",
    top_links: "Main links",
    breadcrumbs: "Breadcrumbs",
    pager: "Previous and next page",
    theme: "Theme",
    theme_auto: "as the system",
    theme_light: "light",
    theme_dark: "dark",
    on_this_page: "On this page",
    previous: "Previous",
    next: "Next",
    all_pages: "All pages",
    show_all: "Show all",
    copy: "Copy",
    copied: "Copied",
    download: "Download",
    not_found: "Page not found",
    not_found_text: "There is no page at this address. It may have been moved or removed.",
    back_home: "Back to the start",
    view_markdown: "View as Markdown",
    link_to: "Link to",
    footnotes: "Footnotes",
    back_to_text: "Back to the text",
    task_done: "Done",
    task_open: "To do",
    table: "Table",
    code: "Code",
    note: "Note",
    info: "Info",
    tip: "Tip",
    success: "Success",
    important: "Important",
    warning: "Warning",
    caution: "Caution",
    danger: "Danger",
    error: "Error",
    required: "required",
    deprecated: "deprecated",
    read_only: "read-only",
    write_only: "write-only",
    child_fields_of: "Child fields of",
    same_fields: "The same fields.",
    deprecated_operation: "This operation is deprecated.",
    authorization: "Authorization",
    no_authorization: "None",
    body: "Body",
    headers: "Headers",
    responses: "Responses",
    other_responses: "Other responses",
    response_body: "Response body",
    callbacks: "Callbacks",
    examples: "Examples",
    example_request: "Request",
    example_request_body: "Request body",
    example_response: "Response",
    no_operation: "No operation of the API is called",
    several_operations: "Several operations of the API are called",
    told_apart: "say which one with",
    no_spec: "The project has no OpenAPI file called",
}
