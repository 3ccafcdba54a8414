import { empty, escaped, type Html, html, raw } from '../http/html.ts';
import type { PageAssets } from './assets.ts';
import { initialsOf } from './bank-mark.ts';
import type { Language } from './language.ts';
import { languages } from './languages.ts';
import { copyButton, noticeBox, type PayView, publicLink, queryText } from './pay-parts.ts';
import { factsOf, isFinal, type PayScreen, type PayStep, stateOf } from './pay-screen.ts';
import { screenMarkup, screenTitle } from './pay-views.ts';
import { lookStyle } from './store-look.ts';

/** What the page loads; file names below /assets/. */
export interface PageParts extends Omit<PageAssets, 'script'> {
  readonly icon: string | null;
  /** Null: the page does without. */
  readonly script: string | null;
}

/** A whole page, and the style in it that the content security policy has to allow by its hash. */
export interface PageDocument {
  readonly markup: Html;
  readonly style: string;
}

export function payDocument(view: PayView, assets: PageParts | null): PageDocument {
  const { language, page, root } = view;
  const style = lookStyle(page.store);
  const markup = frame({
    language,
    root,
    assets,
    style,
    title: language.page.title(screenTitle(view), page.store.name),
    top: html`${storeLine(view)}${languageSwitch(language, view.step)}`,
    main: payMain(view),
    foot: footLines(view),
  });
  return { markup, style };
}

type StoreLook = Pick<PayView['page']['store'], 'name' | 'description' | 'logo'>;

/** Whom the money goes to, and what for: in the store's own words and picture. */
export function storeLine({
  page: { store },
  root,
}: {
  readonly page: { readonly store: StoreLook };
  readonly root: string;
}): Html {
  const { name, description, logo } = store;
  const mark =
    logo === null
      ? html`<span class="store-mark" aria-hidden="true">${escaped(initialsOf(name))}</span>`
      : html`<img class="store-mark" src="${escaped(`${root}${logo}`)}" width="36" height="36" alt="">`;
  const about = description === null ? empty : html`<span class="about">${escaped(description)}</span>`;
  return html`<p class="store">${mark}<span>${escaped(name)}${about}</span></p>`;
}

/** How the payment is found again, and who can be asked. */
function footLines(view: PayView): Html {
  const { language, page } = view;
  const { caseNumber, support, invoice } = language.page;
  const { supportUrl } = page.store;
  const link =
    supportUrl === null
      ? empty
      : html`<a class="minor support" href="${escaped(supportUrl)}" target="_blank" rel="noopener noreferrer">${escaped(support)}</a>`;
  return html`<p class="case"><span>${escaped(caseNumber)} <bdi class="id" dir="ltr">${escaped(page.caseNumber)}</bdi></span> ${copyButton(view, caseNumber, page.caseNumber)}${link}</p>
<p>${escaped(invoice)} <bdi class="id">${escaped(page.invoiceId)}</bdi></p>`;
}

/** The part that changes. The browser asks for it alone when something has happened. */
export function payMain(view: PayView): Html {
  const { language, page, screen } = view;
  const events = isFinal(page) ? empty : html` data-events="${publicLink(view, 'events')}"`;
  const title = escaped(language.page.title(screenTitle(view), page.store.name));
  return html`<main id="main" class="card ${escaped(screen)}" data-state="${escaped(stateOf(page, screen))}" data-facts="${escaped(factsOf(page))}" data-now="${escaped(String(page.now))}" data-title="${title}"${events}>
${steps(language, screen)}
${noticeBox(view)}
${screenMarkup(view)}
</main>`;
}

/** A page about no invoice at all: unknown, too many requests, away. */
export function refusedDocument(
  refused: {
    readonly language: Language;
    readonly root: string;
    readonly title: string;
    readonly main: Html;
  },
  assets: PageParts | null,
): PageDocument {
  const style = lookStyle({ colour: null, darkColour: null });
  const markup = frame({
    ...refused,
    assets,
    style,
    top: html`<p class="store"></p>${languageSwitch(refused.language, null)}`,
    main: html`<main id="main" class="card refused">${refused.main}</main>`,
    foot: empty,
  });
  return { markup, style };
}

interface Frame {
  readonly language: Language;
  readonly root: string;
  readonly assets: PageParts | null;
  readonly style: string;
  readonly title: string;
  readonly top: Html;
  readonly main: Html;
  readonly foot: Html;
}

export function frame({ language, root, assets, style, title, top, main, foot }: Frame): Html {
  const asset = (name: string) => escaped(`${root}assets/${name}`);
  const styles = (assets?.styles ?? []).map((name) => html`<link rel="stylesheet" href="${asset(name)}">\n`);
  const script = assets?.script == null ? empty : html`<script type="module" src="${asset(assets.script)}"></script>\n`;
  const icon =
    assets?.icon == null ? empty : html`<link rel="icon" type="image/svg+xml" href="${asset(assets.icon)}">\n`;
  const { offline, online, skip } = language.page;
  // A slow phone draws what it has read so far, and moves it when the rest comes: it waits for the last element instead.
  const whole = html`<link rel="expect" href="#announcer" blocking="render">\n`;
  return html`<!doctype html>
<html lang="${escaped(language.code)}" dir="${escaped(language.direction)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${escaped(title)}</title>
${whole}${icon}${styles}<style>${raw(style)}</style>
${script}</head>
<body>
<a class="skip" href="#heading">${escaped(skip)}</a>
<header class="top">${top}</header>
<p id="connection" class="connection" role="status" data-offline="${escaped(offline)}" data-online="${escaped(online)}"></p>
${main}
<footer class="foot">${foot}</footer>
<p id="announcer" class="unseen" role="status"></p>
</body>
</html>
`;
}

/** With more than a few languages the row would not fit on a phone; then it is a list that opens. */
const rowMax = 3;

export function languageSwitch(current: Language, step: PayStep | null, way: string | null = null): Html {
  const links = languages.map((one) => {
    const mark = one === current ? raw(' aria-current="true"') : empty;
    const code = escaped(one.code);
    return html`<li><a href="${escaped(queryText({ step, way, lang: one.code }))}" hreflang="${code}" lang="${code}"${mark}>${escaped(one.name)}</a></li>`;
  });
  const label = escaped(current.page.language);
  if (languages.length <= rowMax) return html`<nav class="languages" aria-label="${label}"><ul>${links}</ul></nav>`;
  return html`<nav class="languages" aria-label="${label}"><details><summary>${escaped(current.name)}</summary><ul>${links}</ul></details></nav>`;
}

type Stage = 'choose' | 'transfer' | 'check';

/** Where the reader stands. Screens at the end, or beside the way, have no steps. */
function steps(language: Language, screen: PayScreen): Html {
  const stage = stageOf(screen);
  if (stage === null) return empty;
  const stages: readonly Stage[] = ['choose', 'transfer', 'check'];
  const reached = stages.indexOf(stage);
  const items = stages.map((one, index) => {
    const mark = index === reached ? raw(' aria-current="step"') : empty;
    const kind = index < reached ? 'done' : index === reached ? 'now' : 'next';
    return html`<li class="${escaped(kind)}"${mark}><span>${escaped(language.steps[one])}</span></li>`;
  });
  return html`<ol class="steps" aria-label="${escaped(language.steps.label)}">${items}</ol>`;
}

function stageOf(screen: PayScreen): Stage | null {
  switch (screen) {
    case 'choose':
    case 'ready':
    case 'noneFree':
    case 'ranOut':
    case 'lapsed':
    case 'rest':
    case 'rejected':
      return 'choose';
    case 'transfer':
    case 'receipt':
      return 'transfer';
    case 'waiting':
      return 'check';
    case 'cancelAsk':
    case 'claim':
    case 'paid':
    case 'canceled':
    case 'expired':
    case 'dispute':
    case 'payout':
      return null;
  }
}
