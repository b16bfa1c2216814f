//! Signing in from the request panel: what the authorization server is asked, what is held, and what is said when it refuses.

use std::sync::Arc;

use browser::{AuthorizationServer, DevServer, Page, Recorded, Scheme, Session, StaticServer, build, temporary_site};
use tempfile::TempDir;

use crate::accessibility::axe;
use crate::playground::{fill, open_panel, send};

const SPEC: &str = r##"
openapi: 3.1.0
info: {title: T, version: "1"}
servers: [{url: "http://127.0.0.1:PORT/v1"}]
components:
  securitySchemes:
    login:
      type: oauth2
      flows:
        implicit: {authorizationUrl: "http://127.0.0.1:PORT/authorize", scopes: {}}
        authorizationCode:
          authorizationUrl: http://127.0.0.1:PORT/authorize?audience=a+b
          tokenUrl: /token
          scopes: {write: May write., read: May read.SCOPES}
        clientCredentials: {tokenUrl: "http://127.0.0.1:PORT/token", scopes: {all: May all.}}
    who: {type: openIdConnect, openIdConnectUrl: "http://127.0.0.1:PORT/.well-known/openid-configuration"}
    trap:
      type: oauth2
      flows: {authorizationCode: {authorizationUrl: "javascript:window.hacked = true", tokenUrl: "http://127.0.0.1:PORT/token", scopes: {}}}
paths:
  /notes:
    get: {operationId: listNotes, security: [{login: [read]}], responses: {"200": {description: OK}}}
    put: {operationId: putNotes, security: [{login: [write]}], responses: {"200": {description: OK}}}
  /me:
    get: {operationId: getMe, security: [{who: [email]}], responses: {"200": {description: OK}}}
  /trap:
    get: {operationId: getTrap, security: [{trap: []}], responses: {"200": {description: OK}}}
"##;

/// An API with its authorization server, and a site that shows it.
struct Bench {
    api: AuthorizationServer,
    folder: TempDir,
}

impl Bench {
    fn new() -> Self {
        let api = AuthorizationServer::start();
        let port = api.port().to_string();
        // More than there is room for.
        let scopes: String = (0..40).map(|number| format!(", more{number}: \"\"")).collect();
        let page = |title: &str| {
            format!(
                "---\ntitle: {title}\nlayout: api\n---\n\n# {title}\n\n<wc-endpoint ref=\"{title}\"></wc-endpoint>\n"
            )
        };
        let config = r#"{"name": "T", "openapi": "openapi.yaml", "playground": {"allow": ["http://127.0.0.1:PORT"]}}"#;
        let mut files = vec![
            ("tool.json".to_owned(), config.replace("PORT", &port)),
            ("openapi.yaml".to_owned(), SPEC.replace("PORT", &port).replace("SCOPES", &scopes)),
            ("docs/index.md".to_owned(), "---\ntitle: Home\n---\n\n# Home\n".to_owned()),
        ];
        for operation in ["listNotes", "putNotes", "getMe", "getTrap"] {
            files.push((format!("docs/{operation}.md"), page(operation)));
        }
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        Self { api, folder: temporary_site(&files) }
    }

    /// The site as it is built, behind a plain server; the folder goes when it is dropped.
    fn publish(&self) -> (StaticServer, TempDir) {
        let out = tempfile::tempdir().unwrap();
        tokio::task::block_in_place(|| build(self.folder.path(), &out.path().join("dist")));
        (StaticServer::start(&out.path().join("dist")), out)
    }

    /// The requests to a path.
    fn asked(&self, path: &str) -> Vec<Recorded> {
        self.api.take().into_iter().filter(|request| request.target.split('?').next() == Some(path)).collect()
    }
}

/// Presses the button that gets a token, and waits until something that begins so is said.
async fn sign_in(page: &Page, client: &str, said: &str) -> String {
    fill(page, "Client ID", client).await;
    page.click(".pg-row button").await;
    says(page, said).await
}

async fn says(page: &Page, start: &str) -> String {
    page.wait_until(&format!("document.querySelector('.pg-said').textContent.startsWith({start:?})")).await;
    page.text("document.querySelector('.pg-said').textContent").await
}

async fn token(page: &Page) -> String {
    let inputs = "[...document.querySelectorAll('.pg-field')].find(one => one.querySelector('.pg-name').textContent === 'Token')";
    page.text(&format!("{inputs}.querySelector('input').value")).await
}

pub(crate) async fn a_code_becomes_a_token_that_requests_carry(session: Arc<Session>) {
    let bench = Bench::new();
    let folder = bench.folder.path().to_str().unwrap().to_owned();
    let dev = tokio::task::block_in_place(|| DevServer::start(&["--project", &folder]));
    let (built, _out) = bench.publish();
    // By `tool dev`, which passes the request for the token on, and by a plain server, where the page sends it.
    for (address, is_passed_on) in [(dev.address().to_owned(), true), (built.address(), false)] {
        let page = open_panel(&session, &address, "listNotes/").await;
        let redirect = page.text("document.querySelector('.pg-oauth .copy').dataset.copy").await;
        assert_eq!(redirect, format!("{address}_tool/oauth/"));
        let ticked = "[...document.querySelectorAll('.pg-scopes input')].map(box => box.value + box.checked).join()";
        assert!(page.text(ticked).await.starts_with("readtrue,writefalse,more0false"), "the needed one comes first");
        let list = "(list => list.scrollHeight > list.clientHeight && list.scrollWidth === list.clientWidth)";
        assert!(page.holds(&format!("{list}(document.querySelector('.pg-scopes'))")).await, "the list does not scroll");
        page.click(".pg-row button").await;
        assert!(
            page.holds("document.activeElement.getAttribute('aria-invalid') === 'true'").await,
            "no client is named"
        );

        let said = sign_in(&page, "app", "Signed in").await;
        assert!(said.starts_with("Signed in. The token expires at "), "{said}");
        assert_eq!(token(&page).await, "token-of-app");
        assert!(page.holds("document.activeElement.className === 'pg-go'").await, "focus is elsewhere");
        assert!(
            page.text("document.querySelector('.pg-side .code code').textContent")
                .await
                .contains("Bearer token-of-app")
        );
        let all = bench.api.take();
        let [asked, exchanged] = &all[..] else { panic!("{all:?}") };
        assert!(
            asked
                .target
                .starts_with("/authorize?audience=a%20b&response_type=code&client_id=app&redirect_uri=http%3A%2F%2F")
        );
        assert!(asked.target.contains("&scope=read&state="), "{}", asked.target);
        assert!(exchanged.body.contains("&client_id=app") && exchanged.header("authorization").is_empty());
        assert_eq!(exchanged.header("origin").is_empty(), is_passed_on, "{exchanged:?}");

        assert!(send(&page).await.starts_with("200 OK "));
        let [sent] = bench.api.take().try_into().unwrap();
        assert_eq!((&*sent.target, sent.header("authorization")), ("/v1/notes", "Bearer token-of-app"));
        assert_eq!(page.problems().await, [""; 0]);
    }
}

/// A provider may cut the tie between the windows: the one that was opened then seems closed, and is not.
pub(crate) async fn a_provider_may_keep_its_window_apart(session: Arc<Session>) {
    let bench = Bench::new();
    let (site, _out) = bench.publish();
    let page = open_panel(&session, &site.address(), "listNotes/").await;
    sign_in(&page, "apart", "The window was closed").await;
    says(&page, "Signed in").await;
    assert_eq!(token(&page).await, "token-of-apart");
    assert_eq!(page.problems().await, [""; 0]);
}

pub(crate) async fn axe_finds_nothing_in_the_panel(session: Arc<Session>) {
    let Some(axe) = axe() else { return };
    let bench = Bench::new();
    let (site, _out) = bench.publish();
    let page = open_panel(&session, &site.address(), "listNotes/").await;
    page.reduce_motion(true).await;
    for (width, said) in [(1440, "Signed in"), (390, "No new token")] {
        page.resize(width, 900).await;
        sign_in(&page, if width == 390 { "refused" } else { "app" }, said).await;
        for scheme in Scheme::ALL {
            page.prefer(scheme).await;
            assert_eq!(axe.violations(&page, &[]).await, [""; 0], "{width} {scheme:?}");
            page.screenshot(&format!("sign-in-{width}-{}", scheme.name())).await;
        }
    }
}

pub(crate) async fn machines_get_tokens_and_openid_says_where(session: Arc<Session>) {
    let bench = Bench::new();
    let (site, _out) = bench.publish();
    let page = open_panel(&session, &site.address(), "listNotes/").await;
    let (machine, secret) = bench.api.machine();
    fill(&page, "Flow", "2").await;
    fill(&page, "Client secret", secret).await;
    for (way, is_in_header) in [("", true), ("body", false)] {
        fill(&page, "How the secret is sent", way).await;
        sign_in(&page, machine, "Signed in").await;
        assert_eq!(token(&page).await, "token-of-machine");
        let [asked] = bench.asked("/token").try_into().unwrap();
        assert_eq!(!asked.header("authorization").is_empty(), is_in_header);
        assert_eq!(asked.body.contains("client_id"), !is_in_header, "{}", asked.body);
        assert!(asked.body.starts_with("grant_type=client_credentials&scope=read"), "{}", asked.body);
        page.click(".pg-forget").await;
        assert_eq!(token(&page).await, "");
    }
    fill(&page, "Client secret", "wrong").await;
    let said = sign_in(&page, machine, "No new token").await;
    assert!(said.ends_with("sent in another way. (invalid_client: Who <are> you?)"), "{said}");
    // What the reader typed is in no storage.
    assert!(page.holds("sessionStorage.length + localStorage.length === 0").await);

    let page = open_panel(&session, &site.address(), "getMe/").await;
    sign_in(&page, "app", "Signed in").await;
    let all = bench.api.take();
    let asked = all.iter().find(|request| request.target.starts_with("/authorize")).unwrap();
    assert!(asked.target.contains("&scope=openid%20email&"), "{}", asked.target);
    assert!(send(&page).await.starts_with("200 OK "));
    let [sent] = bench.api.take().try_into().unwrap();
    assert_eq!((&*sent.target, sent.header("authorization")), ("/v1/me", "Bearer token-of-app"));
    assert_eq!(page.problems().await, [""; 0]);
}

pub(crate) async fn what_fails_in_signing_in_is_explained(session: Arc<Session>) {
    let bench = Bench::new();
    let (site, out) = bench.publish();
    let page = open_panel(&session, &site.address(), "listNotes/").await;
    let said = sign_in(&page, "refused", "No new token").await;
    assert_eq!(said, "No new token. You or the provider denied access. (access_denied: Not <b>today</b>)");
    let said = sign_in(&page, "confused", "No new token").await;
    assert!(said.contains("belongs to another sign-in"), "{said}");
    assert_eq!(bench.asked("/token"), [], "a code with another state was used");

    // A window that is closed ends the waiting, and so does the reader.
    sign_in(&page, "slow", "Waiting").await;
    page.wait_until("document.querySelector('.pg-go').textContent === 'Cancel'").await;
    says(&page, "The window was closed").await;
    page.wait_until("document.querySelector('.pg-go').textContent === 'Sign in'").await;
    sign_in(&page, "slow", "Waiting").await;
    page.click(".pg-go").await;
    assert_eq!(says(&page, "No new token").await, "No new token. You canceled the request.");
    page.value("window.open = () => null").await;
    let said = sign_in(&page, "app", "No new token").await;
    assert!(said.contains("blocked the window"), "{said}");
    fill(&page, "Flow", "0").await;
    assert!(page.holds("document.querySelector('.pg-go').hidden && document.querySelector('.pg-oauth').textContent.includes('OAuth 2.1')").await);
    assert_eq!(page.problems().await, [""; 0]);

    // No window opens for an address that is none of http.
    let page = open_panel(&session, &site.address(), "getTrap/").await;
    assert!(page.holds("document.querySelector('.pg-go').hidden && window.hacked === undefined").await);
    assert!(
        page.text("document.querySelector('.pg-oauth').textContent")
            .await
            .starts_with("authorizationUrl is not an http")
    );
    fill(&page, "Token", "pasted").await;
    assert!(send(&page).await.starts_with("200 OK "));
    let [sent] = bench.asked("/v1/trap").try_into().unwrap();
    assert_eq!(sent.header("authorization"), "Bearer pasted");

    // The page that readers come back to says what it is, to those who open it and where nobody waits.
    let page = session.open(&format!("{}_tool/oauth/", site.address())).await;
    assert!(page.text("document.body.innerText").await.contains("nothing to do here"));
    page.go(&format!("{}_tool/oauth/?state=a&code=b", site.address())).await;
    page.wait_until("document.body.innerText.includes('No page was waiting')").await;
    assert_eq!(page.text("location.search").await, "");
    assert_eq!(page.problems().await, [""; 0]);

    // From the disk there is no way back.
    let disk = format!("file://{}/", out.path().join("dist").to_str().unwrap());
    let page = open_panel(&session, &disk, "listNotes/index.html").await;
    assert!(page.text("document.querySelector('.pg-oauth').textContent").await.contains("opened from disk"));
}

pub(crate) async fn tokens_are_renewed_and_forgotten(session: Arc<Session>) {
    let bench = Bench::new();
    let (site, _out) = bench.publish();
    let page = open_panel(&session, &site.address(), "listNotes/").await;
    sign_in(&page, "brief", "Signed in").await;
    page.click(".pg-keep input").await;
    drop(bench.api.take());
    page.value("new Promise(done => setTimeout(() => done(true), 1200))").await;
    assert!(send(&page).await.starts_with("200 OK "));
    let all = bench.api.take();
    let [renewed, sent] = &all[..] else { panic!("{all:?}") };
    assert!(renewed.target == "/token" && renewed.body.contains("refresh_token=again"), "{renewed:?}");
    assert_eq!(sent.header("authorization"), "Bearer token-renewed");
    assert_eq!(token(&page).await, "token-renewed");

    // Another operation knows the token, and what it lacks.
    page.go(&format!("{}putNotes/", site.address())).await;
    page.wait_until("!document.querySelector('.try-it').hidden").await;
    page.click(".try-it").await;
    let said = says(&page, "Signed in").await;
    assert!(said.ends_with("The token was issued for other scopes. This operation also needs write."), "{said}");
    assert_eq!(token(&page).await, "token-renewed");
    page.click(".pg-forget").await;
    says(&page, "The token was discarded").await;
    assert!(page.holds("!sessionStorage[Object.keys(sessionStorage)[0]].includes('token-renewed')").await);
    assert_eq!(page.problems().await, [""; 0]);
}
