import { escaped, type Html, html, raw } from '../http/html.ts';
import { inline } from './html.ts';
import { answerShapes, objectSection } from './objects.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { badge, type Credentials, operationSection, operationsOf, webhookSection, webhooksOf } from './operations.ts';
import { pageScript } from './script.ts';
import type { Section } from './sections.ts';
import { pageIcon, pageStyle } from './style.ts';

/** What one reference says that another does not. */
interface PageContent {
  readonly title: string;
  readonly lead: string;
  /** Before the first section. */
  readonly note: Html;
  readonly sections: readonly Section[];
  readonly objectsLead: string;
  readonly credentials: Credentials;
  /** Relative, so that they also hold behind a proxy that serves the service under a path. */
  readonly documentLink: string;
  readonly seeAlso: readonly { readonly link: string; readonly title: string }[];
}

/** The reference as one page of HTML that is complete without script and loads nothing. */
export function referencePage(document: OpenApiDocument, content: PageContent): string {
  const links = navigation(document, content);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(content.title)}</title>
<link rel="icon" href="${escaped(pageIcon)}">
<style>${raw(pageStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<details class="menu"><summary>Quittance <span>Contents</span></summary><nav aria-label="Contents">${links}</nav></details>
<nav class="side" aria-label="Contents"><p class="brand"><a href="#top">Quittance</a></p>${links}</nav>
<main id="content">
${introduction(document, content)}${content.sections.map(section)}${groups(document, content.credentials)}
<section class="group" id="objects" aria-labelledby="objects-title">
<h2 id="objects-title">Objects</h2>
<p>${escaped(content.objectsLead)}</p>
${answerShapes(document).map((name) => objectSection(document, name))}</section>
<footer><p>${inline('Made by this service from the schemas it checks requests with.')} <a href="${escaped(content.documentLink)}">OpenAPI 3.1 document</a></p></footer>
</main>
<script>${raw(pageScript)}</script>
</body>
</html>
`;
}

function navigation(document: OpenApiDocument, { sections, seeAlso }: PageContent): Html {
  const operations = operationsOf(document);
  const link = (id: string, label: Html) => html`<li><a href="#${escaped(id)}">${label}</a></li>`;
  const groupsOfLinks = document.tags.map(
    ({ name }) =>
      html`<h2>${escaped(name)}</h2><ul>${operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ method, operation }) =>
          link(operation.operationId, html`${badge(method)}<span>${escaped(operation.summary)}</span>`),
        )}${webhooksOf(document, name).map((webhook) =>
        link(webhook.operationId, html`${badge('sent')}<span>${escaped(webhook.summary)}</span>`),
      )}</ul>`,
  );
  const elsewhere = (page: PageContent['seeAlso'][number]) =>
    html`<li><a href="${escaped(page.link)}">${escaped(page.title)}</a></li>`;
  const shapes = answerShapes(document).map((name) => link(`object-${name}`, escaped(name)));
  return html`<h2>Start here</h2><ul>${sections.map(({ id, title }) => link(id, escaped(title)))}</ul>
<h2>See also</h2><ul>${seeAlso.map(elsewhere)}</ul>
${groupsOfLinks}
<h2>Objects</h2><ul>${shapes}</ul>`;
}

function introduction(document: OpenApiDocument, { lead, note, documentLink }: PageContent): Html {
  const link = escaped(documentLink);
  return html`<header id="top">
<h1>${escaped(document.info.title)}</h1>
<p class="lead">${escaped(lead)}</p>
<dl class="facts"><div><dt>Base URL</dt><dd><code>${escaped(document.servers[0]?.url ?? '')}</code></dd></div>
<div><dt>OpenAPI</dt><dd><a href="${link}">${escaped(documentLink.replace('../', ''))}</a></dd></div></dl>
${note}</header>
`;
}

function section({ id, title, content }: Section): Html {
  return html`<section class="prose" id="${escaped(id)}" aria-labelledby="${escaped(id)}-title">
<h2 id="${escaped(id)}-title"><a class="anchor" href="#${escaped(id)}">${escaped(title)}</a></h2>
${content}</section>
`;
}

function groups(document: OpenApiDocument, credentials: Credentials): Html {
  const operations = operationsOf(document);
  return html`${document.tags.map(
    ({ name, description }) => html`<section class="group" aria-label="${escaped(name)}">
<h2>${escaped(name)}</h2>
<p>${inline(description)}</p>
${operations
  .filter(({ operation }) => operation.tags.includes(name))
  .map((placed) =>
    operationSection(document, placed, credentials),
  )}${webhooksOf(document, name).map((webhook) => webhookSection(document, webhook))}</section>
`,
  )}`;
}
