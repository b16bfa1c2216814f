//! One page in the browser: what a reader does in it, and everything that went wrong.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chromiumoxide::cdp::IntoEventKind;
use chromiumoxide::cdp::browser_protocol::accessibility::{AxValue, GetFullAxTreeParams};
use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetDeviceMetricsOverrideParams, SetEmulatedMediaParams, SetScriptExecutionDisabledParams,
};
use chromiumoxide::cdp::browser_protocol::log::{EventEntryAdded, LogEntryLevel};
use chromiumoxide::cdp::browser_protocol::network::EventRequestWillBeSent;
use chromiumoxide::cdp::browser_protocol::page::{
    AddScriptToEvaluateOnNewDocumentParams, CaptureScreenshotFormat, SetBypassCspParams, Viewport,
};
use chromiumoxide::cdp::js_protocol::runtime::{ConsoleApiCalledType, EventConsoleApiCalled, EventExceptionThrown};
use chromiumoxide::page::ScreenshotParams;
use futures_util::StreamExt;
use serde_json::Value;

use crate::Artifacts;

const PATIENCE: Duration = Duration::from_secs(45);

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The URL of the document that made it.
    pub document: String,
    /// Its URL.
    pub address: String,
}

impl Request {
    /// The path of the document on a site.
    pub fn path(&self, site: &str) -> &str {
        self.document.strip_prefix(site).unwrap_or(&self.document)
    }
}

/// The color scheme that the system asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Scheme {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// As CSS spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// What the page is shown on, in the words of CSS; empty: as it is.
#[derive(Clone, Copy, Debug, Default)]
struct Media {
    kind: &'static str,
    scheme: &'static str,
    motion: &'static str,
    forced: &'static str,
}

/// An open page.
#[derive(Clone, Debug)]
pub struct Page {
    page: chromiumoxide::Page,
    problems: Arc<Mutex<Vec<String>>>,
    requests: Arc<Mutex<Vec<Request>>>,
    media: Arc<Mutex<Media>>,
    artifacts: Artifacts,
}

impl Page {
    /// Starts to collect before anything is loaded.
    pub(crate) async fn watch(page: chromiumoxide::Page, artifacts: Artifacts) -> Self {
        let watched =
            Self { page, problems: Arc::default(), requests: Arc::default(), media: Arc::default(), artifacts };
        watched
            .collect(&watched.problems, |event: &EventConsoleApiCalled| {
                let values = event.args.iter().map(|argument| match &argument.value {
                    Some(value) => value.to_string(),
                    None => argument.description.clone().unwrap_or_default(),
                });
                let wrong = [ConsoleApiCalledType::Error, ConsoleApiCalledType::Warning, ConsoleApiCalledType::Assert];
                wrong.contains(&event.r#type).then(|| format!("console: {}", values.collect::<Vec<_>>().join(" ")))
            })
            .await;
        watched
            .collect(&watched.problems, |event: &EventExceptionThrown| {
                let details = &event.exception_details;
                let thrown = details.exception.as_ref().and_then(|exception| exception.description.as_ref());
                Some(format!("uncaught: {}", thrown.unwrap_or(&details.text)))
            })
            .await;
        // Violations of the content security policy and failed requests come here.
        watched
            .collect(&watched.problems, |event: &EventEntryAdded| {
                let entry = &event.entry;
                let wrong = [LogEntryLevel::Error, LogEntryLevel::Warning].contains(&entry.level);
                let address = entry.url.as_deref().unwrap_or("");
                // The browser asks every site for this by itself; one without an icon has none to give.
                (wrong && !address.ends_with("/favicon.ico")).then(|| format!("log: {} {address}", entry.text))
            })
            .await;
        let asked_for = |event: &EventRequestWillBeSent| {
            Some(Request { document: event.document_url.clone(), address: event.request.url.clone() })
        };
        watched.collect(&watched.requests, asked_for).await;
        watched.page.enable_runtime().await.unwrap();
        watched
    }

    async fn collect<E, T>(&self, into: &Arc<Mutex<Vec<T>>>, text: impl Fn(&E) -> Option<T> + Send + 'static)
    where
        E: IntoEventKind + Unpin + Send + Sync + 'static,
        T: Send + 'static,
    {
        let mut events = self.page.event_listener::<E>().await.unwrap();
        let into = Arc::clone(into);
        tokio::spawn(async move {
            while let Some(event) = events.next().await {
                if let Some(text) = text(&event) {
                    into.lock().unwrap_or_else(PoisonError::into_inner).push(text);
                }
            }
        });
    }

    /// Runs a script in every document from now on, before those of the page.
    pub async fn run_before_scripts(&self, script: &str) {
        self.page.execute(AddScriptToEvaluateOnNewDocumentParams::new(script)).await.unwrap();
    }

    /// Lets pages run what their content security policy forbids, from the next load on.
    pub async fn ignore_content_security_policy(&self) {
        self.page.execute(SetBypassCspParams::new(true)).await.unwrap();
    }

    /// Whether the scripts of pages run.
    pub async fn run_scripts(&self, run: bool) {
        self.page.execute(SetScriptExecutionDisabledParams::new(!run)).await.unwrap();
    }

    /// Goes to another address and waits until it has loaded.
    pub async fn go(&self, address: &str) {
        if let Err(error) = self.page.goto(address).await {
            panic!("{address} did not load: {error}");
        }
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        self.page.reload().await.unwrap();
        self.page.wait_for_navigation().await.unwrap();
    }

    /// Errors and warnings on the console, uncaught exceptions, violations of the content security policy and failed
    /// requests, from the first load until now.
    pub async fn problems(&self) -> Vec<String> {
        // What a script does when idle is part of the page; its messages take a moment to arrive.
        self.value("new Promise(done => requestAnimationFrame(() => setTimeout(() => done(true), 100)))").await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        self.problems.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The same since the last call, without waiting for what is still to come.
    pub fn take_problems(&self) -> Vec<String> {
        std::mem::take(&mut self.problems.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The same since the last call, with everything that scripts have said until now and that what waits already will say:
    /// messages are heard in their order, and the last one is our own.
    pub async fn take_said(&self) -> Vec<String> {
        const LAST: &str = "nothing more is said";
        self.value(&format!("setTimeout(() => console.error({}))", Value::from(LAST))).await;
        let started = Instant::now();
        let mut said = Vec::new();
        loop {
            said.extend(self.take_problems());
            if let Some(last) = said.iter().position(|problem| problem.contains(LAST)) {
                said.remove(last);
                return said;
            }
            assert!(started.elapsed() < PATIENCE, "the console is not heard: {said:?}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// What was asked for since the last call. Requests of the document before may be heard late.
    pub fn take_requests(&self) -> Vec<Request> {
        std::mem::take(&mut self.requests.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn try_value(&self, script: &str) -> Result<Value, String> {
        let result = self.page.evaluate_expression(script).await.map_err(|error| error.to_string())?;
        Ok(result.value().cloned().unwrap_or(Value::Null))
    }

    /// The value of an expression, `null` when it has none. Promises are waited for.
    pub async fn value(&self, script: &str) -> Value {
        match self.try_value(script).await {
            Ok(value) => value,
            Err(error) => panic!("`{script}` failed: {error}"),
        }
    }

    /// The value of an expression as text.
    pub async fn text(&self, script: &str) -> String {
        match self.value(script).await {
            Value::String(text) => text,
            other => panic!("`{script}` is no text but {other}"),
        }
    }

    /// Whether an expression is true.
    pub async fn holds(&self, script: &str) -> bool {
        self.value(script).await == Value::Bool(true)
    }

    /// Whether something on the page matches a selector.
    pub async fn has(&self, selector: &str) -> bool {
        self.holds(&format!("document.querySelector({}) !== null", Value::from(selector))).await
    }

    /// Waits until an expression is true, through reloads too.
    pub async fn wait_until(&self, script: &str) {
        let started = Instant::now();
        let mut last = Ok(Value::Null);
        while started.elapsed() < PATIENCE {
            last = self.try_value(script).await;
            if last == Ok(Value::Bool(true)) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        panic!("`{script}` did not become true; at last it was {last:?}");
    }

    /// Waits until a list that an expression makes is empty: what loads late moves what was there before.
    pub async fn wait_until_none(&self, script: &str, where_from: &str) {
        let started = Instant::now();
        let mut last = self.value(script).await;
        while last != Value::Array(Vec::new()) {
            assert!(started.elapsed() < PATIENCE, "{where_from}: {last:?}");
            tokio::time::sleep(Duration::from_millis(30)).await;
            last = self.value(script).await;
        }
    }

    /// The names of everything that has a role in the accessibility tree, in order.
    pub async fn names_of(&self, role: &str) -> Vec<String> {
        let tree = self.page.execute(GetFullAxTreeParams::default()).await.unwrap();
        let text = |value: &Option<AxValue>| -> String {
            let text = value.as_ref().and_then(|value| value.value.as_ref()).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        let nodes = tree.nodes.iter().filter(|node| !node.ignored && text(&node.role) == role);
        nodes.map(|node| text(&node.name)).collect()
    }

    /// Clicks the first element that matches a selector, as a reader would: in its middle, with the mouse, and not while it
    /// moves, as with a page that still scrolls to what was focused.
    pub async fn click(&self, selector: &str) {
        let rest = "new Promise(rested => {
            let last;
            const look = () => {
                const box = JSON.stringify(document.querySelector(SELECTOR)?.getBoundingClientRect() ?? null);
                if (box === last) return rested(true);
                last = box;
                setTimeout(look, 20);
            };
            look();
        })";
        self.value(&rest.replace("SELECTOR", &Value::from(selector).to_string())).await;
        match self.page.find_element(selector).await {
            Ok(element) => element.click().await.unwrap(),
            Err(error) => panic!("nothing to click at `{selector}`: {error}"),
        };
    }

    /// Moves the pointer to the middle of the first element that matches a selector.
    pub async fn point_at(&self, selector: &str) {
        match self.page.find_element(selector).await {
            Ok(element) => element.hover().await.unwrap(),
            Err(error) => panic!("nothing to point at at `{selector}`: {error}"),
        };
    }

    /// Presses and releases a key, named as in `KeyboardEvent.key`.
    pub async fn press(&self, key: &str) {
        self.page.find_element("html").await.unwrap().press_key(key).await.unwrap();
    }

    /// Sets the size of the window in CSS pixels.
    pub async fn resize(&self, width: u32, height: u32) {
        let size = SetDeviceMetricsOverrideParams::new(width, height, 1.0, false);
        self.page.execute(size).await.unwrap();
    }

    /// Sets the color scheme that the system asks for.
    pub async fn prefer(&self, scheme: Scheme) {
        self.media(|media| media.scheme = scheme.name()).await;
    }

    /// Whether the system asks for less motion.
    pub async fn reduce_motion(&self, less: bool) {
        self.media(|media| media.motion = if less { "reduce" } else { "no-preference" }).await;
    }

    /// Whether the system chooses all colors.
    pub async fn force_colors(&self, forced: bool) {
        self.media(|media| media.forced = if forced { "active" } else { "none" }).await;
    }

    /// Whether the page is shown as it is printed.
    pub async fn print(&self, printed: bool) {
        self.media(|media| media.kind = if printed { "print" } else { "" }).await;
    }

    /// All of it is set at once: what is not named falls back.
    async fn media(&self, change: impl FnOnce(&mut Media)) {
        let media = {
            let mut media = self.media.lock().unwrap_or_else(PoisonError::into_inner);
            change(&mut media);
            *media
        };
        let features = [
            ("prefers-color-scheme", media.scheme),
            ("prefers-reduced-motion", media.motion),
            ("forced-colors", media.forced),
        ];
        let features = features.map(|(name, value)| MediaFeature::new(name, value)).to_vec();
        let emulated = SetEmulatedMediaParams::builder().media(media.kind).features(features).build();
        self.page.execute(emulated).await.unwrap();
    }

    /// Keeps a picture of what the window shows, and with `-full` in its name one of the whole page.
    pub async fn screenshot(&self, name: &str) {
        let window = ScreenshotParams::builder().build();
        // Taken beyond the window, which keeps its size: parts as high as the window stay so.
        let content = self.page.layout_metrics().await.unwrap().css_content_size;
        let clip = Viewport { x: 0.0, y: 0.0, width: content.width, height: content.height, scale: 1.0 };
        let whole = ScreenshotParams::builder().capture_beyond_viewport(true).clip(clip).build();
        for (suffix, picture) in [("", window), ("-full", whole)] {
            let picture = self.page.screenshot(picture).await.unwrap();
            assert!(picture.starts_with(b"\x89PNG"), "the browser returned no picture");
            self.artifacts.keep(&format!("{name}{suffix}.png"), &picture);
        }
    }

    /// Keeps a small picture of what the window shows, as WebP.
    pub async fn picture(&self, name: &str) {
        let small = ScreenshotParams::builder().format(CaptureScreenshotFormat::Webp).quality(80).build();
        let picture = self.page.screenshot(small).await.unwrap();
        assert!(picture.starts_with(b"RIFF"), "the browser returned no picture");
        self.artifacts.keep(&format!("{name}.webp"), &picture);
    }
}
