// The problems of the project, only in the dev server: a button with their number, and a sheet that lists them. Both are in a
// shadow tree beside the body, so that neither the site's styles nor the replacement of a page reaches them. `dev.js` passes
// on the counts with a `tool:findings` event; the list is fetched while the sheet is open. All text is set as text.
(() => {
  'use strict';

  const STYLE = `
    :host {
      --f-bg: var(--bg-raised, light-dark(#fff, #141820));
      --f-soft: var(--bg-soft, light-dark(#f7f8fa, #141820));
      --f-line: var(--line-strong, light-dark(#cbd1dc, #3a4252));
      --f-strong: var(--strong, light-dark(#10141f, #f3f5f9));
      --f-text: var(--text, light-dark(#2c3444, #c7cedb));
      --f-muted: var(--muted, light-dark(#5a6477, #949eb1));
      --f-accent: var(--accent, light-dark(#2450d1, #8fb0ff));
      --f-code: var(--code-bg, light-dark(#f7f8fa, #12161e));
      --error: light-dark(#b8232f, #ff9299);
      --warning: light-dark(#8f5000, #f0b75b);
      --info: var(--f-muted);
      font: 400 .875rem/1.5 var(--sans, system-ui, sans-serif);
      color: var(--f-text);
      text-align: start;
    }
    @media print { :host { display: none; } }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    button { font: inherit; color: inherit; cursor: pointer; }
    :focus-visible { outline: 2px solid var(--f-accent); outline-offset: 2px; }
    .status { position: fixed; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .pill {
      position: fixed;
      z-index: 40;
      inset-block-end: max(1rem, env(safe-area-inset-bottom));
      inset-inline-end: 1rem;
      display: flex;
      align-items: center;
      gap: .5rem;
      min-block-size: 2.5rem;
      padding: .375rem .875rem;
      border: 1px solid var(--level);
      border-radius: 2rem;
      background: var(--f-bg);
      color: var(--f-strong);
      font-weight: 550;
      box-shadow: 0 .25rem 1rem #0003;
    }
    .pill::before, .level::before { content: ""; flex: none; border: .3125rem solid var(--level); border-radius: 50%; }
    .error { --level: var(--error); }
    .warning { --level: var(--warning); }
    .info { --level: var(--info); }
    dialog {
      inset-block: auto 0;
      inline-size: min(60rem, 100vw);
      max-inline-size: none;
      block-size: min(42rem, 85dvh);
      max-block-size: none;
      margin: auto auto 0;
      padding: 0;
      border: 1px solid var(--f-line);
      border-block-end: 0;
      border-radius: .75rem .75rem 0 0;
      background: var(--f-bg);
      color: inherit;
      overflow: hidden;
    }
    dialog[open] { display: flex; flex-direction: column; }
    dialog::backdrop { background: #080b1273; }
    .head { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: .75rem 1.25rem; border-block-end: 1px solid var(--f-line); }
    h2, h3, h4, p, ul, ol { margin: 0; padding: 0; }
    ul, ol { list-style: none; }
    h2 { color: var(--f-strong); font-size: 1.0625rem; }
    h2:focus-visible { outline: none; }
    h3 { margin-block: 1.25rem .25rem; color: var(--f-muted); font-size: .8125rem; font-weight: 600; }
    h4 { color: var(--f-strong); font-size: .9375rem; font-weight: 550; overflow-wrap: anywhere; }
    .list { flex: 1; padding: 0 1.25rem 1.5rem; overflow-y: auto; overscroll-behavior: contain; }
    .list:focus-visible { outline-offset: -2px; }
    .finding { padding-block: .875rem; border-block-end: 1px solid var(--f-line); }
    .level { display: flex; align-items: center; gap: .5rem; color: var(--level); font-size: .8125rem; font-weight: 600; }
    .place { display: inline-block; min-block-size: 1.5rem; padding: .125rem 0; border: 0; background: none; color: var(--f-accent); font: .8125rem/1.5 var(--mono, ui-monospace, monospace); text-align: start; text-decoration: underline; text-underline-offset: .2em; overflow-wrap: anywhere; }
    span.place { color: var(--f-muted); text-decoration: none; }
    code, pre { font: .8125rem/1.5 var(--mono, ui-monospace, monospace); }
    pre { margin: .5rem 0; padding: .5rem .75rem; border-radius: .5rem; background: var(--f-code); overflow-x: auto; tab-size: 4; }
    .number { display: inline-block; min-inline-size: 3ch; margin-inline-end: 1.5ch; color: var(--f-muted); text-align: end; user-select: none; }
    mark { border-block-end: 2px solid var(--level); background: color-mix(in srgb, var(--level) 18%, transparent); color: inherit; }
    .detail { margin-block-start: .25rem; overflow-wrap: anywhere; }
    .detail b { color: var(--f-strong); }
    details { margin-block-start: .25rem; }
    summary { width: fit-content; padding-block: .25rem; color: var(--f-muted); cursor: pointer; }
    .action { min-block-size: 2.25rem; margin-block-start: .5rem; padding: .25rem .75rem; border: 1px solid var(--f-line); border-radius: .5rem; background: var(--f-soft); color: var(--f-strong); font-weight: 550; }
    .action:hover:not(:disabled) { border-color: var(--f-accent); }
    .action:disabled { color: var(--f-muted); cursor: default; }
    .head .action { margin: 0; }
    .message { padding: .5rem 1.25rem; border-block-end: 1px solid var(--f-line); background: var(--f-soft); color: var(--f-strong); }
    .message:empty { display: none; }
    @media (width < 40rem) {
      .pill { inset-inline: auto; inset-inline-start: 50%; translate: -50%; white-space: nowrap; }
      :host(:dir(rtl)) .pill { translate: 50%; }
      dialog { block-size: 92dvh; border-inline: 0; }
      .head, .list { padding-inline: 1rem; }
    }
    @media (forced-colors: active) {
      .pill, .action { border-color: ButtonBorder; }
      .pill::before, .level::before { border-color: CanvasText; }
      mark { background: Mark; color: MarkText; }
    }
  `;
  /** How many findings are listed before the rest is asked for. */
  const SHOWN = 100;
  const token = Object.hasOwn(window, 'toolDevProxy') && window.toolDevProxy.token;

  let summary = { version: 0, errors: 0, warnings: 0, infos: 0, failed: false };
  let shown = SHOWN;
  let listed = null;
  let parts = null;

  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children.filter((child) => child !== null));
    return made;
  };

  /** Text in which `names` between backticks are code. */
  const prose = (text) =>
    text.split('`').map((part, at) => (at % 2 === 1 ? element('code', { textContent: part }) : part));

  function build() {
    if (parts) return parts;
    const host = element('tool-findings', { lang: 'en', dir: 'ltr' });
    const root = host.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    const status = element('div', { className: 'status', role: 'status' });
    const pill = element('button', { type: 'button', className: 'pill', ariaHasPopup: 'dialog' });
    const region = element('section', { ariaLabel: 'Problems in the project', hidden: true }, pill);
    const title = element('h2', { id: 'title', tabIndex: -1 });
    const close = element('button', { type: 'button', className: 'action', textContent: 'Close' });
    const message = element('p', { className: 'message', role: 'alert' });
    const list = element('div', { className: 'list', tabIndex: 0, role: 'region', ariaLabel: 'List of problems' });
    const sheet = element('dialog', {}, element('div', { className: 'head' }, title, close), message, list);
    sheet.setAttribute('aria-labelledby', 'title');
    pill.addEventListener('click', () => {
      sheet.showModal();
      title.focus();
      load();
    });
    close.addEventListener('click', () => sheet.close());
    sheet.addEventListener('click', (event) => {
      if (event.target === sheet) sheet.close();
    });
    sheet.addEventListener('close', () => {
      shown = SHOWN;
      message.textContent = '';
    });
    root.append(status, region, sheet);
    document.documentElement.append(host);
    parts = { status, region, pill, title, message, list, sheet };
    return parts;
  }

  const number = (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`;

  function label(withInfos) {
    const { errors, warnings, infos, failed } = summary;
    const counts = [[errors + (failed ? 1 : 0), 'error'], [warnings, 'warning'], [withInfos ? infos : 0, 'info']];
    return counts.filter(([count]) => count > 0).map(([count, one]) => number(count, one)).join(', ');
  }

  function show(next) {
    const before = label(false);
    const isOther = next.version !== summary.version || next.failed !== summary.failed;
    summary = next;
    const text = label(false);
    if (!text && !parts) return;
    const { status, region, pill, title, sheet } = build();
    region.hidden = !text;
    pill.textContent = text;
    pill.className = `pill ${summary.errors || summary.failed ? 'error' : 'warning'}`;
    title.textContent = label(true) || 'No problems';
    if (text !== before) status.textContent = text || 'No problems';
    if (!label(true)) sheet.close();
    else if (sheet.open && isOther) load();
  }

  async function load() {
    const { version } = summary;
    try {
      const response = await fetch(`/_tool/findings?page=${encodeURIComponent(location.pathname)}`);
      if (!response.ok || version !== summary.version) return;
      listed = await response.json();
      render();
    } catch {
      // The server is gone; the event stream reports when it is back.
    }
  }

  function render() {
    const { list, title, sheet } = build();
    const top = list.scrollTop;
    const isFocused = list.contains(sheet.getRootNode().activeElement);
    const open = new Set([...list.querySelectorAll('details[open]')].map((details) => details.dataset.key));
    const problems = listed.findings.filter((finding) => finding.severity !== 'info');
    const visible = problems.slice(0, shown);
    const section = (heading, findings) =>
      findings.length === 0 ? [] : [element('h3', { textContent: heading }), element('ul', {}, ...findings.map(item))];
    const onPage = visible.filter((finding) => finding.onPage);
    const elsewhere = visible.filter((finding) => !finding.onPage);
    list.replaceChildren(
      ...(summary.failed ? [failure()] : []),
      ...section('On this page', onPage),
      ...section(onPage.length > 0 ? 'In other files' : 'In the project', elsewhere),
      ...(problems.length > shown ? [more(problems.length - shown)] : []),
      ...infos(open),
    );
    list.querySelectorAll('details').forEach((details) => {
      if (open.has(details.dataset.key)) details.open = true;
    });
    list.scrollTop = top;
    if (isFocused) title.focus();
  }

  function failure() {
    return element(
      'div',
      { className: 'finding error' },
      element('p', { className: 'level', textContent: 'error' }),
      element('h4', { textContent: 'This page could not be rendered' }),
      element('p', {
        className: 'detail',
        textContent: 'This is a bug in the tool; the terminal has details. The last good version of the page stays.',
      }),
    );
  }

  function more(count) {
    const button = element('button', { type: 'button', className: 'action', textContent: `Show ${count} more` });
    button.addEventListener('click', () => {
      shown = Infinity;
      render();
    });
    return button;
  }

  function item(finding) {
    const { code, severity, message, help, notes, frame, fix } = finding;
    const explanation = element(
      'details',
      {},
      element('summary', {}, element('code', { textContent: code })),
      element('p', { className: 'detail' }, ...prose(listed.explanations[code] || '')),
    );
    explanation.dataset.key = `${code} ${message}`;
    const detail = (name, content) =>
      element('p', { className: 'detail' }, element('b', { textContent: `${name}: ` }), ...content);
    const note = (one) => detail('Note', [...prose(one.message), ...(one.place ? [' ', place(one.place)] : [])]);
    return element(
      'li',
      { className: `finding ${severity}` },
      element('p', { className: 'level', textContent: severity }),
      element('h4', {}, ...prose(message)),
      finding.place ? place(finding.place) : null,
      frame ? excerpt(frame, finding.place) : null,
      ...notes.map(note),
      help ? detail('Help', prose(help)) : null,
      fix ? fixButton(fix) : null,
      explanation,
    );
  }

  /** Infos by code: their number is often large, and none of them is urgent. */
  function infos(open) {
    const codes = new Map();
    for (const finding of listed.findings) {
      if (finding.severity === 'info') codes.set(finding.code, [...(codes.get(finding.code) || []), finding]);
    }
    const groups = [...codes].map(([code, findings]) => {
      const items = element('ul');
      const summaryText = element('summary', {}, `${number(findings.length, 'info')}: `, element('code', { textContent: code }));
      const details = element('details', {}, summaryText, items);
      details.dataset.key = `infos ${code}`;
      const fill = () => {
        if (details.open && items.childElementCount === 0) items.append(...findings.map(item));
      };
      details.addEventListener('toggle', fill);
      if (open.has(details.dataset.key)) queueMicrotask(fill);
      return details;
    });
    return groups.length === 0 ? [] : [element('h3', { textContent: 'Infos' }), ...groups];
  }

  function place({ file, line, column, link, opens }) {
    const textContent = `${file}:${line}:${column}`;
    if (link) return element('a', { className: 'place', href: link, textContent });
    if (!opens) return element('span', { className: 'place', textContent });
    const button = element('button', { type: 'button', className: 'place', textContent, title: 'Open in the editor' });
    button.addEventListener('click', () => act('open', { file, line, column }));
    return button;
  }

  function excerpt({ line, above, start, marked, end, below }, { file }) {
    const row = (number, ...content) =>
      element('div', {}, element('span', { className: 'number', textContent: number, ariaHidden: 'true' }), ...content);
    return element(
      'pre',
      { tabIndex: 0, role: 'group', ariaLabel: `Line ${line} of ${file}` },
      above === null ? null : row(line - 1, above),
      row(line, start, element('mark', { textContent: marked || ' ' }), end),
      below === null ? null : row(line + 1, below),
    );
  }

  function fixButton({ title, finding }) {
    const button = element('button', { type: 'button', className: 'action' }, 'Fix: ', ...prose(title));
    const { version } = listed;
    button.addEventListener('click', async () => {
      button.disabled = true;
      if (!(await act('fix', { version, finding }))) button.disabled = false;
    });
    return button;
  }

  /** Asks the server for something that changes this machine. Says why it was not done, and returns whether it was. */
  async function act(what, parameters) {
    const { message } = build();
    message.textContent = '';
    try {
      const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
      const headers = { 'X-Tool-Token': token || '' };
      const response = await fetch(`/_tool/${what}?${query}`, { method: 'POST', headers });
      if (response.status === 204) return true;
      message.textContent = await response.text();
    } catch {
      message.textContent = 'The server is not running.';
    }
    return false;
  }

  document.addEventListener('tool:findings', (event) => show(event.detail));
})();
