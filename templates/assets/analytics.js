// Loads the analytics of the site: only if the reader does not object, and, where `tool.json` says so, only once they agree. Every
// page that is opened is a page view.
(function () {
  "use strict";

  const data = document.currentScript.dataset;
  const providers = JSON.parse(data.analytics);
  const objects = navigator.doNotTrack === "1" || window.doNotTrack === "1" || navigator.globalPrivacyControl === true;
  if (objects || location.protocol === "file:") return;

  // What the script of a provider reads from the page.
  const before = {
    plausible() {
      const queue = (window.plausible = window.plausible || ((...given) => (queue.q = queue.q || []).push(given)));
      queue.init = queue.init || ((options) => (queue.o = options || {}));
      queue.init();
    },
    ga4({ id }) {
      window.dataLayer = window.dataLayer || [];
      // Its script reads the object of arguments, and no list.
      window.gtag = function () {
        window.dataLayer.push(arguments);
      };
      window.gtag("js", new Date());
      window.gtag("config", id);
    },
    posthog({ key, host }) {
      const options = { api_host: host, person_profiles: "identified_only", respect_dnt: true, disable_session_recording: true };
      window.posthog = Object.assign([], { _i: [[key, options, "posthog"]], people: [], __SV: 1 });
    },
    matomo({ tracker, site }) {
      window._paq = window._paq || [];
      window._paq.push(["disableCookies"], ["setTrackerUrl", tracker], ["setSiteId", site], ["trackPageView"], ["enableLinkTracking"]);
    },
  };

  let loaded = false;
  function load() {
    if (loaded) return;
    loaded = true;
    for (const provider of providers) {
      if (before[provider.name]) before[provider.name](provider);
      const script = document.createElement("script");
      for (const [name, value] of Object.entries(provider.attributes)) script.setAttribute(name, value);
      script.async = true;
      document.head.append(script);
    }
  }

  const agrees = Object.hasOwn(window, "toolConsent") && window.toolConsent?.analytics === true;
  if (data.consent === undefined || agrees) return load();
  document.addEventListener("wc:consent", ({ detail }) => {
    if (detail && detail.analytics === true) load();
  });
})();
