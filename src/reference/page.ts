import { empty, escaped, type Html, html, raw } from '../http/html.ts';
import { inline } from './html.ts';
import { answerShapes, objectSection } from './objects.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import {
  badge,
  type Credentials,
  operationSection,
  operationsOf,
  type PlacedOperation,
  webhookSection,
  webhooksOf,
} from './operations.ts';
import { pageScript } from './script.ts';
import type { Section } from './sections.ts';
import { pageIcon, pageStyle } from './style.ts';
import { type TryKeys, tryForm, tryKeys, tryScript } from './try-it.ts';

/** What one reference says that another does not. */
interface PageContent {
  /** Last part of the address of the first page; the others are below it. */
  readonly address: string;
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
  /** Keys that requests can be sent with from the page: those of a sandbox. Null: nothing can be sent. */
  readonly tryKeys: TryKeys | null;
}

/** One page of a reference. */
interface Part {
  /** Below the first page, whose own name is empty. */
  readonly name: string;
  readonly title: string;
  readonly content: Html;
  /** Where the group stands that it belongs to, for the way back. */
  readonly group?: { readonly name: string; readonly title: string };
  readonly isTryable?: boolean;
}

/** A reference of several pages. */
export interface Reference {
  readonly names: readonly string[];
  /** Null: there is no such page. */
  page(name: string): string | null;
}

/**
 * A reference as pages of HTML, by their names: a first one, one for each group, operation and object, and one for the errors.
 * Each is complete without script and loads nothing. Markup links by IDs alone; here they become links to other pages. A page
 * is put together when it is asked for: all of them would be many megabytes of the same contents.
 */
export function referencePages(document: OpenApiDocument, content: PageContent): Reference {
  const parts = [
    firstPart(document, content),
    ...groupParts(document, content),
    ...errorParts(content),
    ...objectParts(document, content),
  ];
  const places = new Map(parts.flatMap((part) => idsIn(part.content).map((id) => [id, part.name])));
  const byName = new Map(parts.map((part) => [part.name, part]));
  const links = navigation(document, content);
  return {
    names: [...byName.keys()],
    page(name) {
      const part = byName.get(name);
      if (part === undefined) return null;
      return resolved(frame(part, links, content), { part, places, address: content.address });
    },
  };
}

function idsIn(markup: Html): readonly string[] {
  return [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
}

interface Placing {
  readonly part: Part;
  /** The page that each ID is on. */
  readonly places: ReadonlyMap<string, string>;
  readonly address: string;
}

/** `#id` becomes a link to the page that has the ID; `start:` a link that holds from the first page. */
function resolved(page: Html, { part, places, address }: Placing): string {
  const isFirst = part.name === '';
  const pageLink = (name: string) => {
    if (name === '') return isFirst ? '#top' : `../${address}`;
    return isFirst ? `${address}/${name}` : name;
  };
  return page
    .replace(/ href="#([^"]+)"/g, (whole, id: string) => {
      const place = places.get(id);
      if (place === undefined || place === part.name) return whole;
      const isWhole = id === place || id === 'top';
      return ` href="${pageLink(place)}${isWhole ? '' : `#${id}`}"`;
    })
    .replace(/ href="start:([^"]*)"/g, (_, link: string) => ` href="${isFirst ? '' : '../'}${link}"`)
    .replaceAll(` data-page="${part.name}"`, ' aria-current="page"')
    .replace(/ data-page="[^"]*"/g, '');
}

function frame({ title, content: main, group, isTryable }: Part, links: Html, content: PageContent): Html {
  const way =
    group === undefined
      ? empty
      : html`<p class="way"><a href="#${escaped(group.name)}">${escaped(group.title)}</a></p>\n`;
  const isSent = isTryable && content.tryKeys !== null;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title === content.title ? title : `${title} · ${content.title}`)}</title>
<link rel="icon" href="${escaped(pageIcon)}">
<style>${raw(pageStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<p class="bar"><a class="brand" href="#top">Quittance</a><a href="#contents">Contents</a></p>
<nav class="side" id="contents" aria-label="Contents"><p class="brand"><a href="#top">Quittance</a> <a class="close" href="#content">Close</a></p>
<p class="find"><label for="find">Find an operation</label><input id="find" type="search" autocomplete="off" spellcheck="false" aria-describedby="found"><span id="found" role="status"></span></p>
${links}</nav>
<main id="content">
${way}${main}
<footer><p>${inline('Made by this service from the schemas it checks requests with.')} <a href="start:${escaped(content.documentLink)}">OpenAPI 3.1 document</a></p></footer>
</main>
<script>${raw(pageScript)}</script>
${isSent ? html`<script>${raw(tryScript)}</script>\n` : empty}</body>
</html>
`;
}

function navigation(document: OpenApiDocument, { sections, seeAlso }: PageContent): Html {
  const operations = operationsOf(document);
  const link = (id: string, label: Html, more: Html = empty) =>
    html`<li><a href="#${escaped(id)}" data-page="${escaped(id)}"${more}>${label}</a></li>\n`;
  const groupsOfLinks = document.tags.map(
    ({ name }) =>
      html`<h2><a href="#${escaped(slug(name))}" data-page="${escaped(slug(name))}">${escaped(name)}</a></h2><ul>${operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ method, path, operation }) =>
          link(
            operation.operationId,
            html`${badge(method)}<span>${escaped(operation.summary)}</span>`,
            html` title="${escaped(path)}"`,
          ),
        )}${webhooksOf(document, name).map((webhook) =>
        link(webhook.operationId, html`${badge('sent')}<span>${escaped(webhook.summary)}</span>`),
      )}</ul>`,
  );
  const elsewhere = (page: PageContent['seeAlso'][number]) =>
    html`<li><a href="start:${escaped(page.link)}">${escaped(page.title)}</a></li>`;
  return html`<h2>Start here</h2><ul>${sections.map(({ id, title }) => link(id, escaped(title)))}</ul>
<h2>See also</h2><ul>${seeAlso.map(elsewhere)}</ul>
${groupsOfLinks}
<h2>Answers</h2><ul>${link(objects, escaped('Objects'))}</ul>`;
}

const objects = 'objects';

/** `Invoices and deals`: `invoices-and-deals`. */
function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function firstPart(document: OpenApiDocument, content: PageContent): Part {
  const groups = document.tags.map(
    ({ name, description }) =>
      html`<li><a href="#${escaped(slug(name))}">${escaped(name)}</a><br>${inline(description)}</li>\n`,
  );
  const written = content.sections.filter(({ id }) => id !== 'errors').map(section);
  return {
    name: '',
    title: content.title,
    content: html`${introduction(document, content)}<section class="prose" id="operations" aria-labelledby="operations-title">
<h2 id="operations-title">Operations</h2>
<ul class="groups">${groups}</ul></section>
${written}`,
  };
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

function errorParts({ sections }: PageContent): readonly Part[] {
  return sections
    .filter(({ id }) => id === 'errors')
    .map(({ id, title, content }) => ({ name: id, title, content: page(id, title, content) }));
}

/** A page has one heading of the first order. */
function page(id: string, title: string, content: Html): Html {
  return html`<section id="${escaped(id)}" aria-labelledby="${escaped(id)}-title">
<h1 id="${escaped(id)}-title">${escaped(title)}</h1>
${content}</section>
`;
}

function groupParts(document: OpenApiDocument, content: PageContent): readonly Part[] {
  const operations = operationsOf(document);
  return document.tags.flatMap(({ name, description }) => {
    const group = { name: slug(name), title: name };
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const sent = webhooksOf(document, name);
    const lines = [
      ...own.map(({ method, path, operation }) => groupLine(operation, badge(method), escaped(path))),
      ...sent.map((webhook) => groupLine(webhook, badge('sent'), escaped('to your server'))),
    ];
    const list = html`<p>${inline(description)}</p>\n<ul class="operations">${lines}</ul>`;
    return [
      { name: group.name, title: name, content: page(group.name, name, list) },
      ...own.map((placed) => operationPart(document, placed, content, group)),
      ...sent.map((webhook) => ({
        name: webhook.operationId,
        title: webhook.summary,
        content: webhookSection(document, webhook),
        group,
      })),
    ];
  });
}

function groupLine(
  operation: PlacedOperation['operation'] | { operationId: string; summary: string },
  mark: Html,
  path: Html,
): Html {
  const { operationId, summary } = operation;
  return html`<li><a href="#${escaped(operationId)}">${escaped(summary)}</a><br>${mark} <code>${path}</code></li>\n`;
}

function operationPart(
  document: OpenApiDocument,
  placed: PlacedOperation,
  { credentials, tryKeys: keys }: PageContent,
  group: Part['group'] & object,
): Part {
  const { operationId, summary } = placed.operation;
  const form = keys === null ? empty : html`${tryForm(document, placed)}${tryKeys(keys)}`;
  return {
    name: operationId,
    title: summary,
    content: operationSection(document, placed, { credentials, form }),
    group,
    isTryable: keys !== null,
  };
}

function objectParts(document: OpenApiDocument, { objectsLead }: PageContent): readonly Part[] {
  const names = answerShapes(document);
  const lines = names.map((name) => html`<li><a href="#object-${escaped(name)}">${escaped(name)}</a></li>\n`);
  const list = html`<p>${escaped(objectsLead)}</p>\n<ul class="objects">${lines}</ul>`;
  const group = { name: objects, title: 'Objects' };
  return [
    { name: objects, title: 'Objects', content: page(objects, 'Objects', list) },
    ...names.map((name) => ({
      name: `object-${name}`,
      title: name,
      content: objectSection(document, name),
      group,
    })),
  ];
}
