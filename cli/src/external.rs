//! Checks links to other sites over the network and reports the results as findings.

use engine::{Diagnostic, ExternalLink, ExternalState, Site};
use server::{LinkState, check_links};

use crate::failure::{Failure, Outcome};
use crate::progress::Progress;
use crate::report::{Reporter, number_of};

/// Checks the external links in the files that `is_chosen` accepts, and returns the findings.
///
/// # Errors
/// Fails if the system provides no threads.
pub(crate) fn check(site: &Site, is_chosen: &dyn Fn(&str) -> bool, reporter: &Reporter) -> Outcome<Vec<Diagnostic>> {
    let mut links = site.external_links();
    for link in &mut links {
        link.places.retain(|place| is_chosen(&place.file));
    }
    links.retain(|link| !link.places.is_empty());
    let urls: Vec<String> = links.iter().map(|link| link.url.to_string()).collect();
    let progress = Progress::new("checking external links", urls.len(), reporter.wants_progress());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("cannot check external links: {error}")))?;
    let states = runtime.block_on(check_links(&urls, &site.allowed_origins(), &|| progress.step()));
    // Do not wait for threads that are still resolving names.
    runtime.shutdown_background();
    drop(progress);
    let count = |state: &LinkState| states.iter().filter(|known| *known == state).count();
    let (private, unclear) = (count(&LinkState::Private), count(&LinkState::Unclear));
    let mut left = Vec::new();
    if unclear > 0 {
        left.push(format!("{unclear} could not be checked because the server is busy"));
    }
    if private > 0 {
        left.push(format!(
            "{private} on private networks not checked (`playground.allow` in tool.json can allow origins)"
        ));
    }
    let left: String = left.iter().map(|said| format!("; {said}")).collect();
    reporter.say(&format!("checked {}{left}", number_of(urls.len() - private, "external link")))?;
    let found: Vec<(ExternalLink, ExternalState)> = links.into_iter().zip(states).filter_map(finding).collect();
    Ok(site.external_diagnostics(&found))
}

fn finding((link, state): (ExternalLink, LinkState)) -> Option<(ExternalLink, ExternalState)> {
    match state {
        LinkState::Broken(why) => Some((link, ExternalState::Broken(why))),
        LinkState::Moved(to) => Some((link, ExternalState::Moved(to))),
        LinkState::Fine | LinkState::Unclear | LinkState::Private => None,
    }
}
