import type { OpenApiDocument } from './openapi-document.ts';
import { escaped, type Html, html, inline, raw } from './reference-html.ts';
import { answerShapes, objectSection } from './reference-objects.ts';
import { badge, operationSection, operationsOf } from './reference-operations.ts';
import { pageScript } from './reference-script.ts';
import { type Section, sections } from './reference-sections.ts';
import type { ExampleKeys } from './reference-snippets.ts';
import { pageIcon, pageStyle } from './reference-style.ts';

export interface PageOptions {
  readonly mode: 'sandbox' | 'production';
  readonly keys: ExampleKeys;
}

/** The reference as one page of HTML that is complete without script and loads nothing. */
export function referencePage(document: OpenApiDocument, { mode, keys }: PageOptions): string {
  const serverUrl = document.servers[0]?.url ?? '';
  const written = sections({ serverUrl, keys });
  const links = navigation(document, written);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Quittance API reference</title>
<link rel="icon" href="${escaped(pageIcon)}">
<style>${raw(pageStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<details class="menu"><summary>Quittance <span>Contents</span></summary><nav aria-label="Contents">${links}</nav></details>
<nav class="side" aria-label="Contents"><p class="brand"><a href="#top">Quittance</a></p>${links}</nav>
<main id="content">
${introduction(document, serverUrl, mode, keys)}${written.map(section)}${groups(document, keys)}
<section class="group" id="objects" aria-labelledby="objects-title">
<h2 id="objects-title">Objects</h2>
<p>The shapes of answers. Every field is always there; what is not known yet is null.</p>
${answerShapes(document).map((name) => objectSection(document, name))}</section>
<footer><p>${inline('Made by this service from the schemas it checks requests with.')} <a href="openapi.json">OpenAPI 3.1 document</a></p></footer>
</main>
<script>${raw(pageScript)}</script>
</body>
</html>
`;
}

function navigation(document: OpenApiDocument, written: readonly Section[]): Html {
  const operations = operationsOf(document);
  const link = (id: string, label: Html) => html`<li><a href="#${escaped(id)}">${label}</a></li>`;
  const groupsOfLinks = document.tags.map(
    ({ name }) =>
      html`<h2>${escaped(name)}</h2><ul>${operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ method, operation }) =>
          link(operation.operationId, html`${badge(method)}<span>${escaped(operation.summary)}</span>`),
        )}</ul>`,
  );
  const shapes = answerShapes(document).map((name) => link(`object-${name}`, escaped(name)));
  return html`<h2>Start here</h2><ul>${written.map(({ id, title }) => link(id, escaped(title)))}</ul>
${groupsOfLinks}
<h2>Objects</h2><ul>${shapes}</ul>`;
}

function introduction(
  document: OpenApiDocument,
  serverUrl: string,
  mode: PageOptions['mode'],
  keys: ExampleKeys,
): Html {
  const sandbox = html`<p class="note">${inline(
    `**Sandbox.** This service has a demo store with the API key \`${keys.apiKey}\` and the merchant secret \`${keys.secret}\`. The requests on this page are signed with them and can be pasted into a terminal. A signature covers the whole URL: with an ID of your own, sign again.`,
  )}</p>`;
  return html`<header id="top">
<h1>${escaped(document.info.title)}</h1>
<p class="lead">Create invoices, give payers requisites, confirm transfers, pay out and withdraw. JSON over HTTP, every request signed.</p>
<dl class="facts"><div><dt>Base URL</dt><dd><code>${escaped(serverUrl)}</code></dd></div>
<div><dt>OpenAPI</dt><dd><a href="openapi.json">openapi.json</a></dd></div></dl>
${mode === 'sandbox' ? sandbox : raw('')}</header>
`;
}

function section({ id, title, content }: Section): Html {
  return html`<section class="prose" id="${escaped(id)}" aria-labelledby="${escaped(id)}-title">
<h2 id="${escaped(id)}-title"><a class="anchor" href="#${escaped(id)}">${escaped(title)}</a></h2>
${content}</section>
`;
}

function groups(document: OpenApiDocument, keys: ExampleKeys): Html {
  const operations = operationsOf(document);
  return html`${document.tags.map(
    ({ name, description }) => html`<section class="group" aria-label="${escaped(name)}">
<h2>${escaped(name)}</h2>
<p>${inline(description)}</p>
${operations
  .filter(({ operation }) => operation.tags.includes(name))
  .map((placed) => operationSection(document, placed, keys))}</section>
`,
  )}`;
}
