//! Every kind of input that is expected to be bad, and the tests that show what it gets. A row that loses its tests fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rows: number, what comes in, and the names of tests.
const ROWS: &[(u32, &str, &[&str])] = &[
    // Markup.
    (1, "markup in the title of a document", &["hostile_markup_stays_text", "hostile_text_stays_text"]),
    (2, "handlers in descriptions", &["hostile_markup_stays_text", "what_is_hostile_stays_text"]),
    (3, "allowed HTML in descriptions", &["raw_html_is_let_through_by_name", "commonmark_with_safe_html"]),
    (4, "link targets that run scripts", &["only_what_is_known_is_let_through", "links_and_images"]),
    (5, "titles of links and images as markup", &["any_text_of_a_spec_is_read_as_it_is_written"]),
    (6, "values of schemas as markup", &["values_are_shown_as_written", "hostile_text_stays_text"]),
    (
        7,
        "names of properties, headers, tags, schemes as markup",
        &["hostile_markup_stays_text", "hostile_names_are_data"],
    ),
    (8, "URLs of a document that run scripts", &["each_is_a_warning_where_it_stands"]),
    (
        9,
        "servers that are no addresses",
        &["servers_that_are_no_addresses_are_reported_where_they_stand", "no_hostile_address_reaches_the_panel"],
    ),
    (
        10,
        "samples of a document as markup",
        &["samples_of_the_spec_are_shown_and_replace_generated_ones", "hostile_markup_stays_text"],
    ),
    (11, "data in scripts", &["nothing_of_a_text_ends_its_string_or_its_element"]),
    (12, "attributes of components as markup", &["hostile_markup_stays_text", "attributes_are_checked"]),
    (13, "attributes that no component has", &["attributes_are_checked"]),
    (
        14,
        "components that are unclosed or misplaced",
        &["what_is_unclosed_or_stray_is_repaired", "components_of_running_text_are_repaired"],
    ),
    (15, "components in code, comments, tables", &["code_and_comments_hold_no_components"]),
    (
        16,
        "thousands of components and findings",
        &["nesting_has_a_limit_and_siblings_have_none", "the_cost_of_findings_grows_with_their_number_alone"],
    ),
    (17, "raw HTML of pages", &["raw_html_is_text_with_a_warning", "text_is_cut_into_tags"]),
    (18, "scripts in drawings", &["drawings_run_no_script"]),
    (19, "markup that parsers repair", &["tags_are_closed_in_order_and_in_their_places", "hostile_markup_stays_text"]),
    (
        20,
        "ids with the names of globals",
        &["scripts_read_globals_that_no_element_can_replace", "addresses_are_looked_up_alone"],
    ),
    (21, "names of prototypes", &["hostile_names_are_data"]),
    (22, "markup in searches", &["addresses_are_looked_up_alone", "hostile_markup_stays_text"]),
    (23, "odd hashes of addresses", &["addresses_are_looked_up_alone"]),
    (
        24,
        "diagrams and formulas with scripts",
        &["hostile_formulas_harm_nobody", "the_deepest_formulas_fit_on_a_small_stack"],
    ),
    (
        25,
        "controls of direction",
        &["controls_of_direction_are_visible_and_shut_in", "controls_of_direction_are_reported"],
    ),
    (26, "text that breaks out of Markdown", &["hostile_text_keeps_the_structure", "hostile_texts_read_back"]),
    (27, "answers in the request panel", &["an_answer_is_data_without_what_would_act_on_this_server"]),
    (
        28,
        "values in samples",
        &["curl_quotes_for_the_shell", "curl_sends_what_was_meant", "javascript_sends_what_was_meant"],
    ),
    // Specs.
    (29, "references out of the project", &["paths_out_of_the_project_are_errors_however_they_are_spelled"]),
    (30, "references through links out of the project", &["references_to_what_is_no_file_of_the_project"]),
    (31, "remote references", &["remote_references_are_warnings_and_nothing_is_fetched"]),
    (32, "recursion", &["recursion_is_marked_and_ends"]),
    (
        33,
        "references that double",
        &["what_doubles_with_each_level_is_not_expanded", "exponential_references_stay_small"],
    ),
    (34, "odd references", &["pointers_are_followed_to_the_letter", "siblings_of_a_reference_count_by_version"]),
    (35, "references without a target", &["what_is_not_there_is_named_with_the_nearest"]),
    (
        36,
        "references to folders, pipes, devices",
        &["references_to_what_is_no_file_of_the_project", "a_pipe_does_not_block"],
    ),
    (37, "many missing files", &["each_missing_file_is_told_once"]),
    (38, "bombs of aliases", &["an_alias_bomb_ends_at_its_limit_with_a_place", "aliases_of_aliases_end_at_a_limit"]),
    (39, "bombs of nesting", &["nesting_ends_at_a_limit", "depth_and_size_have_limits"]),
    (40, "many honest aliases", &["aliases_that_people_write_are_read"]),
    (
        41,
        "large documents",
        &["large_json", "large_yaml", "large_string", "large_object", "large_number_of_operations", "large_key"],
    ),
    (42, "encodings", &["encodings_and_line_ends_that_are_fine", "encodings_that_are_not_say_where"]),
    (
        43,
        "duplicate keys",
        &["of_keys_that_come_twice_the_last_one_counts", "duplicate_keys_are_found_with_both_places"],
    ),
    (44, "the rest of YAML", &["what_yaml_allows_beyond_json", "tags_and_directives"]),
    (45, "values that YAML mistakes", &["the_core_schema_and_nothing_of_yaml_1_1", "numbers_are_not_rounded"]),
    (46, "documents of other kinds", &["what_is_no_openapi_document_is_named"]),
    (47, "extensions that lie", &["extensions_may_lie"]),
    (48, "a wrong value anywhere", &["a_wrong_value_anywhere_in_our_specs_breaks_nothing"]),
    (
        49,
        "odd operation ids",
        &["hostile_ids_give_portable_files_that_stay", "ids_that_stand_twice_are_named_with_both_places"],
    ),
    (50, "odd paths", &["odd_paths_are_said_and_shown"]),
    (51, "what operations lack", &["what_operations_lack_is_counted", "tags_that_do_not_fit_lose_no_operation"]),
    (52, "patterns", &["patterns_are_shown_and_never_executed"]),
    (53, "unusual schemas", &["unusual_schemas_are_shown_by_rule", "what_is_too_much_for_a_page_is_bounded"]),
    (54, "overlays", &["hostile_queries_end", "hostile_overlays_end", "queries_through_a_recursive_schema_end"]),
    (
        55,
        "overlays that are no files of the project",
        &["overlays_that_are_missing_outside_or_the_spec_itself_are_errors"],
    ),
    // Files of a project.
    (
        56,
        "frontmatter",
        &["frontmatter_is_held_to_limits_and_ends_where_it_ends", "frontmatter_is_checked_field_by_field"],
    ),
    (
        57,
        "ids that no file can have",
        &["an_id_that_no_file_can_have_names_nothing", "folders_that_are_nested_too_deep_are_an_error"],
    ),
    (58, "names that are one on some systems", &["names_that_are_one_on_some_systems_are_told"]),
    (
        59,
        "places that two files need",
        &["places_that_two_claim_are_told_with_both", "what_the_author_did_is_an_error_with_its_place"],
    ),
    (60, "sidebars", &["a_sidebar_of_other_shapes_is_told_where", "a_sidebar_of_very_many_entries_ends"]),
    (
        61,
        "odd configurations",
        &[
            "a_config_that_is_a_link_stays_one",
            "the_grammar_of_rfc_8259",
            "what_the_author_did_is_an_error_with_its_place",
        ],
    ),
    (62, "edits of configurations", &["the_rest_of_the_config_keeps_its_bytes", "odd_spellings_are_kept"]),
    (63, "a scaffold over pages of the user", &["pages_of_the_user_are_kept_and_found_by_their_ref"]),
    (
        64,
        "a scaffold twice",
        &["a_second_run_writes_nothing", "what_is_documented_elsewhere_and_what_has_vanished_is_said"],
    ),
    (65, "a scaffold that ended early", &["a_run_that_ended_before_the_config_is_completed"]),
    (
        66,
        "odd sources of imports",
        &[
            "parts_that_multiply_are_inserted_up_to_a_limit",
            "links_out_of_the_source_are_not_followed",
            "parts_that_include_each_other_end",
        ],
    ),
    (
        67,
        "names of new projects",
        &[
            "names_and_places_are_checked",
            "what_is_no_name_writes_nothing",
            "an_init_that_ended_halfway_can_be_run_again",
        ],
    ),
    (
        68,
        "links, pipes and folders among pages",
        &[
            "links_between_folders_end",
            "a_folder_that_cannot_be_listed_stops_the_build_and_keeps_the_old_site",
            "what_has_the_name_of_a_page_and_is_none_is_told",
        ],
    ),
    (69, "dangerous output folders", &["dangerous_targets_are_refused", "dangerous_folders_are_refused"]),
    (
        70,
        "skills over files of the user",
        &["what_users_wrote_stays_byte_for_byte", "broken_marks_stop_before_anything_is_written"],
    ),
    // Builds under stress.
    (71, "killed builds", &["a_killed_build_is_taken_up_by_the_next", "several_changes_replace_the_folder_at_once"]),
    (
        72,
        "limits of the system",
        &[
            "a_file_beyond_the_limit_is_an_error_with_its_path",
            "nested_folders_need_few_descriptors",
            "few_open_files_are_enough",
        ],
    ),
    (
        73,
        "two runs at once",
        &["two_builds_of_two_versions_do_not_mix", "who_waits_says_for_whom", "two_runs_at_once_do_not_mix"],
    ),
    (
        74,
        "sources that change during a build",
        &["a_file_that_changes_while_others_are_read_is_read_again", "every_kind_of_change_is_found"],
    ),
    (75, "times that lie", &["every_kind_of_change_is_found", "nothing_runs_when_nothing_changed"]),
    (76, "files of others in the output", &["files_of_others_are_left_alone"]),
    (77, "odd environments", &["a_broken_pipe_is_success", "a_deleted_folder_is_an_error"]),
    // The dev server.
    (78, "paths that lead out", &["nothing_but_outputs_can_be_named"]),
    (79, "assets that are links to outside", &["a_link_to_outside_is_not_followed"]),
    (80, "names of other hosts", &["only_own_names_are_answered", "only_own_names_with_the_right_port_are_answered"]),
    (81, "requests of other sites", &["other_sites_cannot_request", "every_response_keeps_other_sites_out"]),
    (
        82,
        "event streams of others, and too many",
        &[
            "other_origins_get_no_events",
            "too_many_open_pages_are_refused_and_pages_still_served",
            "streams_and_idle_clients_leave_room_for_others",
            "a_client_that_falls_behind_is_dropped_alone",
        ],
    ),
    (
        83,
        "broken and slow requests",
        &[
            "broken_requests_are_refused_and_others_still_served",
            "clients_that_dawdle_do_not_hold_up_others",
            "requests_on_one_connection_are_answered_in_order",
        ],
    ),
    (
        84,
        "ranges, validators, preferences",
        &[
            "files_are_streamed_whole_or_in_part",
            "a_single_range_within_the_file_is_honoured",
            "unchanged_bytes_are_not_sent_again",
            "the_preferred_form_follows_the_qualities",
            "head_has_the_head_of_get",
        ],
    ),
    (85, "methods", &["other_methods_are_refused"]),
    (86, "ports, suspension", &["a_port_that_is_taken_is_said", "a_server_that_was_suspended_catches_up"]),
    (
        87,
        "pages with errors while serving",
        &["open_pages_hear_of_problems_that_come_and_go", "what_follows_from_a_syntax_error_is_counted"],
    ),
    // The proxy of the request panel.
    (
        88,
        "private addresses by any spelling",
        &["private_addresses_are_declined_however_they_are_spelled", "only_servers_of_the_project_are_reached"],
    ),
    (89, "special addresses", &["only_addresses_of_the_internet_are_public"]),
    (90, "names that resolve to private addresses", &["of_what_a_name_resolves_to_only_public_addresses_are_dialed"]),
    (91, "redirects", &["a_request_is_passed_on_without_what_belongs_to_this_server"]),
    (92, "hosts that no spec names", &["nothing_else_is_sent"]),
    (
        93,
        "other schemes, user names, line breaks",
        &["an_address_that_is_none_is_a_bad_request", "a_target_is_decoded_once"],
    ),
    (
        94,
        "headers of one connection",
        &["an_answer_is_data_without_what_would_act_on_this_server", "requests_about_the_connection_are_not_passed_on"],
    ),
    (
        95,
        "answers without end, bombs, headers for browsers",
        &["an_answer_ends_at_its_limit", "an_answer_is_data_without_what_would_act_on_this_server"],
    ),
    (96, "requests of other sites to the proxy", &["nothing_else_is_sent"]),
    (97, "tokens of readers", &["tokens_are_renewed_and_forgotten"]),
    (98, "a proxy that is pointed at itself", &["a_proxy_that_is_pointed_at_itself_ends_there"]),
    (99, "a proxy in the configuration that browsers cannot use", &["the_proxy_is_an_address_that_browsers_can_reach"]),
    // Watching.
    (100, "ways of saving", &["every_way_of_saving_ends_in_what_was_saved"]),
    (
        101,
        "folders that move, many files at once",
        &[
            "the_whole_folder_of_pages_may_be_replaced",
            "files_and_folders_come_and_go",
            "many_files_at_once_are_all_seen",
        ],
    ),
    (
        102,
        "events that are lost, systems that report none",
        &["a_sweep_finds_what_came_changed_and_went", "after_any_edits_everything_equals_a_fresh_engines"],
    ),
    (
        103,
        "storms of events, files of others",
        &["files_of_others_are_not_watched", "readers_are_answered_during_a_stream_of_changes"],
    ),
    (104, "files that are missing and appear", &["a_file_that_appears_is_linked_and_one_that_vanishes_is_missed"]),
    (
        105,
        "edits and their undoing, cancelled reads",
        &["an_edit_and_its_undoing_are_both_shown", "after_any_edits_everything_equals_a_fresh_engines"],
    ),
];

/// Every function in the sources of the workspace.
fn functions() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = BTreeSet::new();
    let mut open: Vec<PathBuf> =
        ["cli", "engine", "import", "server", "tests"].iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(path).unwrap();
                let names = text.match_indices("fn ").filter_map(|(at, _)| text[at + 3..].split(['(', '<']).next());
                found.extend(names.map(str::to_owned));
            }
        }
    }
    found
}

#[test]
fn every_bad_input_has_a_test() {
    let numbers: Vec<u32> = ROWS.iter().map(|(number, ..)| *number).collect();
    assert_eq!(numbers, (1..=105).collect::<Vec<u32>>());
    let known = functions();
    let missing: BTreeMap<u32, Vec<&str>> = ROWS
        .iter()
        .map(|(number, _, tests)| (*number, tests.iter().copied().filter(|test| !known.contains(*test)).collect()))
        .filter(|(_, missing): &(u32, Vec<&str>)| !missing.is_empty())
        .collect();
    assert!(missing.is_empty(), "there are no such tests: {missing:#?}");
    assert!(ROWS.iter().all(|(_, input, tests)| !input.is_empty() && !tests.is_empty()));
}
