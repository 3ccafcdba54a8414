/** How the reference looks. System fonts, two colour schemes, three widths; allowed by its hash alone. */
const colours = `
:root {
  --paper: #ffffff; --side: #f7f7f5; --ink: #1d2226; --soft: #566069; --line: #e3e4e0; --accent: #0a5f58;
  --code: #f6f6f3; --chip: #eeeeea; --note: #eef5f3; --key: #7a3e00; --text: #0b5394; --value: #6b2fa0;
  --get: #0b4f8a; --get-paper: #e5eff8; --post: #14603a; --post-paper: #e3f2e9;
  --patch: #7a3e00; --patch-paper: #faeedd; --delete: #97201f; --delete-paper: #fbe6e4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --side: #181c1f; --ink: #dde2e6; --soft: #9da8b1; --line: #2c3338; --accent: #74cabd;
    --code: #1b2024; --chip: #242b30; --note: #18272a; --key: #e0b184; --text: #93c4ef; --value: #cba8ee;
    --get: #9ccaf2; --get-paper: #17304a; --post: #92d9ae; --post-paper: #17382a;
    --patch: #e0b184; --patch-paper: #3b2a17; --delete: #f2a5a0; --delete-paper: #46201f;
  }
}
`;

const base = `
*, *::before, *::after { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: from-font; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
code { font-size: .875em; background: var(--chip); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere; }
a code { color: inherit; }
small { color: var(--soft); font-size: .85em; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 2rem; letter-spacing: -.015em; margin: 0 0 .75rem; }
h2 { font-size: 1.5rem; letter-spacing: -.01em; margin: 0 0 1rem; }
h3 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
.operation h2 { font-size: .8rem; margin: 1.75rem 0 .25rem; color: var(--soft); text-transform: uppercase; letter-spacing: .05em; }
p, ul, ol { margin: 0 0 1rem; }
li { margin-bottom: .4rem; }
.anchor { color: inherit; text-decoration: none; }
.anchor:hover::after { content: " #"; color: var(--soft); }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 3; background: var(--paper); padding: .5rem 1rem; }
`;

const frame = `
nav.side {
  position: fixed; inset: 0 auto 0 0; width: 17.5rem; overflow-y: auto; padding: 1.5rem 1rem 3rem 1.5rem;
  background: var(--side); border-right: 1px solid var(--line);
}
.brand { font-size: 1.15rem; font-weight: 650; margin: 0 0 1.5rem; letter-spacing: -.01em; }
.brand a { color: inherit; text-decoration: none; }
nav h2 { font-size: .75rem; color: var(--soft); text-transform: uppercase; letter-spacing: .06em; margin: 1.5rem 0 .35rem; }
nav ul { list-style: none; margin: 0; padding: 0; font-size: .9rem; line-height: 1.35; }
nav li { margin: 0; }
nav li a {
  display: flex; gap: .5rem; align-items: baseline; padding: .3rem .5rem; margin-left: -.5rem; border-radius: 5px;
  color: inherit; text-decoration: none; overflow-wrap: anywhere;
}
nav li a:hover { background: var(--chip); }
nav li a[aria-current] { background: var(--note); color: var(--accent); }
.badge {
  flex: none; display: inline-block; min-width: 2.9rem; padding: .15rem .35rem .1rem; border-radius: 4px; text-align: center;
  font: 650 .68rem/1.3 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: .02em;
}
.badge.get { color: var(--get); background: var(--get-paper); }
.badge.post { color: var(--post); background: var(--post-paper); }
.badge.patch, .badge.sent { color: var(--patch); background: var(--patch-paper); }
.badge.delete { color: var(--delete); background: var(--delete-paper); padding-inline: .15rem; letter-spacing: 0; }
.bar, .side .close { display: none; }
nav h2 a { color: inherit; text-decoration: none; }
nav h2 a:hover { text-decoration: underline; }
.find { display: none; margin: 0 0 .5rem; }
.js .find { display: block; }
.find label { display: block; font-size: .8rem; color: var(--soft); }
.find span { font-size: .8rem; color: var(--soft); }
.way { margin: 0 0 .5rem; font-size: .9rem; }
.groups, .operations, .objects { list-style: none; padding: 0; }
.groups li, .operations li { margin-bottom: 1rem; }
.objects { columns: 15rem; }
main { margin-left: 17.5rem; padding: 3rem clamp(1.25rem, 3.5vw, 3.5rem) 6rem; }
main > header, .prose, footer { max-width: 47rem; }
.prose { margin-top: 4rem; padding-top: 2.5rem; border-top: 1px solid var(--line); }
main > section:not(.operation, .prose) { max-width: 60rem; }
.lead { font-size: 1.15rem; color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 2.5rem; margin: 1.5rem 0; }
.facts dt { font-size: .8rem; color: var(--soft); }
.facts dd { margin: 0; }
.note { background: var(--note); border-left: 3px solid var(--accent); border-radius: 0 6px 6px 0; padding: .75rem 1rem; }
footer { margin-top: 4rem; color: var(--soft); font-size: .9rem; }
`;

const content = `
table { width: 100%; border-collapse: collapse; margin: .5rem 0 1.25rem; font-size: .9rem; line-height: 1.45; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .8rem; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child { min-width: 9rem; }
th:first-child:nth-last-child(2) { width: 12rem; }
th:last-child:nth-child(3) { width: 55%; }
th:last-child:nth-child(4) { width: 44%; }
td:first-child code { overflow-wrap: normal; }
td small { display: block; }
.facts ~ details td:nth-child(2) code { overflow-wrap: normal; }
td:nth-child(2) small { white-space: nowrap; }
tr:has(:target) { background: var(--note); }
summary { cursor: pointer; color: var(--accent); width: fit-content; padding: .15rem 0; font-size: .95rem; }
.call { display: flex; gap: .6rem; align-items: baseline; }
.call code { background: none; padding: 0; font-size: .95rem; }
.call i { font-style: normal; color: var(--accent); }
.example { margin-top: 2rem; }
.operation h1 { font-size: 1.6rem; }
figure.code { margin: 0 0 1.25rem; border: 1px solid var(--line); border-radius: 8px; background: var(--code); overflow: hidden; }
figcaption {
  display: flex; justify-content: space-between; align-items: center; min-height: 2.1rem; padding: .2rem .4rem .2rem .9rem;
  border-bottom: 1px solid var(--line); color: var(--soft); font-size: .8rem;
}
figcaption button {
  font: inherit; color: var(--soft); background: none; border: 0; border-radius: 4px; padding: .2rem .5rem; cursor: pointer;
}
figcaption button:hover { background: var(--chip); color: var(--ink); }
pre { margin: 0; padding: .8rem .9rem; overflow: auto; max-height: 34rem; font-size: .8rem; line-height: 1.55; tab-size: 2; }
pre code { font-size: inherit; background: none; padding: 0; overflow-wrap: normal; }
#string-to-sign code { white-space: pre-wrap; overflow-wrap: anywhere; }
.k { color: var(--key); } .s { color: var(--text); } .v { color: var(--value); }
.tabs { display: flex; flex-wrap: wrap; gap: 0 .25rem; margin-bottom: 1.25rem; }
.tabs > input { position: absolute; opacity: 0; pointer-events: none; }
.tabs > label { padding: .3rem .75rem; cursor: pointer; color: var(--soft); border-bottom: 2px solid transparent; font-size: .9rem; }
.tabs > label:hover { color: var(--ink); }
.tabs > input:checked + label { color: var(--accent); border-color: var(--accent); font-weight: 600; }
.tabs > input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: 4px; }
.tabs > .panel { display: none; flex: 1 0 100%; min-width: 0; padding-top: .75rem; }
${[1, 2, 3, 4].map((nth) => `.tabs > input:nth-of-type(${nth}):checked ~ .panel:nth-of-type(${nth})`).join(', ')} { display: block; }
`;

/** Sending a request from the page. Without script there is nothing to send with. */
const sending = `
.try { display: none; margin-bottom: 1.5rem; }
.js .try { display: block; }
.try > summary {
  width: auto; padding: .55rem .9rem; border: 1px solid var(--accent); border-radius: 8px; font-weight: 600; list-style: none;
}
.try > summary::-webkit-details-marker { display: none; }
.try > summary::after { content: " ▸"; }
.try[open] > summary { border-radius: 8px 8px 0 0; }
.try[open] > summary::after { content: " ▾"; }
.try form { padding: 1rem; border: 1px solid var(--line); border-top: 0; border-radius: 0 0 8px 8px; }
.field { margin: 0 0 .8rem; }
.field label { display: block; font-size: .85rem; font-weight: 600; margin-bottom: .2rem; }
.field label small { font-weight: 400; }
input:not([type="radio"]), textarea, select {
  width: 100%; padding: .45rem .6rem; border: 1px solid var(--soft); border-radius: 6px; background: var(--paper);
  color: var(--ink); font: inherit; font-size: .9rem;
}
.try input:not([type="file"]), .try textarea { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .8rem; }
.try textarea { resize: vertical; line-height: 1.5; }
.keys { margin-bottom: .8rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; }
.try button {
  padding: .5rem 1.2rem; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent); color: var(--paper);
  font: inherit; font-weight: 600; cursor: pointer;
}
.try button.plain { background: none; color: var(--accent); font-weight: 400; }
.outcome { margin-top: 1rem; overflow-wrap: anywhere; }
.outcome:empty { display: none; }
.outcome pre { margin-bottom: .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--code); }
.outcome img { max-width: 100%; background: #fff; }
.status { margin: 0 0 .5rem; font-weight: 650; }
.status.good { color: var(--post); } .status.bad { color: var(--delete); }
`;

const widths = `
@media (min-width: 76rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 29rem); gap: 0 2.5rem; }
  .example { position: sticky; top: 1.5rem; align-self: start; margin-top: 0; }
}
@media (max-width: 56rem) {
  nav.side { display: none; }
  nav.side:target { display: block; width: auto; inset: 0; z-index: 2; border: 0; }
  .side .brand { display: flex; justify-content: space-between; }
  .side .close { display: inline; color: var(--accent); font-weight: 400; font-size: .95rem; }
  main { margin-left: 0; padding: 1.5rem 1.1rem 4rem; }
  html { scroll-padding-top: 4rem; }
  .bar {
    display: flex; justify-content: space-between; align-items: baseline; position: sticky; top: 0; z-index: 1; margin: 0;
    padding: .8rem 1.1rem; background: var(--side); border-bottom: 1px solid var(--line);
  }
  .bar .brand { margin: 0; color: inherit; text-decoration: none; }
  h1 { font-size: 1.6rem; }
  .prose { margin-top: 2.5rem; padding-top: 2rem; }
}
@media (max-width: 40rem) {
  table, tbody, tr, td { display: block; width: 100%; }
  thead { display: none; }
  tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td, td:first-child { border: 0; padding: .1rem 0; min-width: 0; }
  td small { display: inline; }
  td[data-head="Required"]::before { content: "Required: "; color: var(--soft); }
  td[data-head="Status"]:not(:first-child)::before { content: "Status "; color: var(--soft); }
}
@page { margin: 18mm 15mm; }
@media print {
  nav, .bar, .try, .skip, figcaption button { display: none !important; }
  main { margin: 0; padding: 0; }
  body { font-size: 10pt; }
  .tabs > label { display: none; }
  .tabs > .panel { display: block; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: none; }
  figure.code, tr { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
}
`;

export const pageStyle = `${colours}${base}${frame}${content}${sending}${widths}`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0a5f58"/><path d="M9 16.5l5 5 9-11" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** The icon travels in the page itself. */
export const pageIcon = `data:image/svg+xml,${encodeURIComponent(icon)}`;
