import type { EndedDeal } from '../api/public/ended-deals.ts';
import type { OtherSum, PaymentPage } from '../api/public/payment-page.ts';
import type { MoneyDTO } from '../domain/money/money.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import { empty, escaped, type Html, html, raw } from '../http/html.ts';
import type { Language, Notice } from './language.ts';
import { moneyParts, moneyText } from './money-text.ts';
import type { PayScreen, PayStep } from './pay-screen.ts';
import { clockFormat, dateFormat } from './reading-form.ts';

/** What every screen is drawn from. */
export interface PayView {
  readonly page: PaymentPage;
  /** Requisites that are not good any more, the newest first; none while there are some that are. */
  readonly ended: readonly EndedDeal[];
  readonly screen: PayScreen;
  /** The step that the address asks for, whether or not the invoice is still there. */
  readonly step: PayStep | null;
  readonly language: Language;
  readonly notice: Notice | null;
  /** From when on what was refused may be tried again. */
  readonly again: Instant | null;
  /** The language in the address, kept in links: in a frame of another site there are no cookies to keep it in. */
  readonly switched: string | null;
  /** From this page to the service's root, as in `../`: the service may live under a path of a proxy. */
  readonly root: string;
}

/** What is heard and seen first on a screen. The script moves the focus here after a change. */
export function heading(text: string): Html {
  return html`<h1 id="heading" tabindex="-1">${escaped(text)}</h1>`;
}

export function lead(text: string): Html {
  return html`<p class="lead">${escaped(text)}</p>`;
}

/** The amount, its whole part large. Numbers run from left to right in every language. */
export function amount(language: Language, money: MoneyDTO): Html {
  const parts = moneyParts(language.code, money).map(
    ({ kind, value }) => html`<span class="${escaped(kind)}">${escaped(value)}</span>`,
  );
  return html`<bdi class="amount" dir="ltr">${parts}</bdi>`;
}

export function sumLine({ language, page }: PayView, label: string): Html {
  return html`<p class="sum"><span class="label">${escaped(label)}</span> ${amount(language, page.sum)}</p>`;
}

export function amountText({ language, page }: PayView): string {
  return moneyText(language.code, page.sum);
}

/** The page itself at another step; without a step, as the invoice stands. */
export function stepLink(view: PayView, step: PayStep | null): Html {
  return escaped(`${view.root}pay/${view.page.invoiceId}${queryText({ step, lang: view.switched })}`);
}

export function actLink(view: PayView, act: 'start-deal' | 'confirm-transfer' | 'claim' | 'cancel'): Html {
  return escaped(`${view.root}pay/${view.page.invoiceId}/${act}${queryText({ lang: view.switched })}`);
}

/** What is null is left out. */
export function queryText(parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

export function publicLink(view: PayView, path: string): Html {
  return escaped(`${view.root}api/public/invoices/${view.page.invoiceId}/${path}`);
}

/** A form that is one button: start the deal that was named, or another. */
export function startButton(view: PayView, label: string): Html {
  return html`<form method="post" action="${actLink(view, 'start-deal')}"><button class="button">${escaped(label)}</button></form>`;
}

export function quietLink(href: Html, label: string): Html {
  return html`<a class="button quiet" href="${href}" data-step>${escaped(label)}</a>`;
}

/** The way back to the shop. A link and no form: the policy lets forms lead nowhere but here. */
export function returnLink({ language, page }: PayView, url: string | null): Html {
  if (url === null) return html`<p class="hint">${escaped(language.page.closeThis)}</p>`;
  return html`<a class="button" href="${escaped(url)}" rel="noreferrer" data-return>${escaped(language.page.returnTo(page.store.name))}</a>`;
}

/** The hour of the reader's clock, once the script knows it; until then in UTC, and says so. */
export function clockTime(language: Language, at: Instant): Html {
  return timeElement(at, 'time', clockFormat(language.code).format(at));
}

export function dateTime(language: Language, at: Instant): Html {
  return timeElement(at, 'date', dateFormat(language.code).format(at));
}

function timeElement(at: Instant, form: 'time' | 'date', text: string): Html {
  const iso = escaped(new Date(at).toISOString());
  return html`<time datetime="${iso}" data-local="${escaped(form)}">${escaped(`${text} UTC`)}</time>`;
}

/** A sentence of a language with markup in it, wherever the language puts it. */
export function sentence(write: (slot: string) => string, markup: Html): Html {
  // No stored text contains this character: the database refuses it.
  const slot = '\u0000';
  const [before = '', after = ''] = write(slot).split(slot);
  return html`${escaped(before)}${markup}${escaped(after)}`;
}

/** What an act that was refused has to say. */
export function noticeBox({ language, notice, again }: PayView): Html {
  if (notice === null) return html`<p class="notice" role="alert" id="notice" hidden></p>`;
  const time = again === null ? empty : sentence(language.refused.againAfter, clockTime(language, again));
  return html`<p class="notice" role="alert" id="notice">${escaped(language.notices[notice])} ${time}</p>`;
}

/** For a payer who has sent the money although its requisites have ended. Nothing where there were none. */
export function alreadyPaid(view: PayView): Html {
  const { title, lead: text } = view.language.alreadyPaid;
  return view.ended.length === 0 ? empty : showReceipt(view, title, text);
}

/** Leads to the upload of a receipt; where that was looked into already, says so. */
export function showReceipt(view: PayView, title: string, text: string): Html {
  const { language, page, ended } = view;
  const { show, decided } = language.alreadyPaid;
  const mayClaim = ended.some((deal) => deal.mayClaim);
  const link = mayClaim ? quietLink(stepLink(view, 'claim'), show) : empty;
  const words = mayClaim ? text : decided(page.store.name);
  return html`<aside class="aside"><h2>${escaped(title)}</h2><p>${escaped(words)}</p>${link}</aside>`;
}

/** How much came of how much, and what happens next. */
export function arrivedNote({ language }: PayView, arrived: OtherSum | null, next: string): Html {
  if (arrived === null) return empty;
  const { sum, asked, difference, isLess } = arrived;
  const [came, wanted, rest] = [sum, asked, difference].map((one) => moneyText(language.code, one)) as [
    string,
    string,
    string,
  ];
  const words = isLess ? language.arrived.less(came, wanted, rest) : language.arrived.more(came, wanted, rest);
  return html`<div class="received arrived"><p><strong>${escaped(words)}</strong></p> <p>${escaped(next)}</p></div>`;
}

/** What came of it in part, and that only the rest is asked for. Nothing where nothing came. */
export function partNote(view: PayView): Html {
  return arrivedNote(view, view.page.part, view.language.rest.only);
}

export function copyButton({ language }: PayView, what: string, copied: string, label = language.page.copy): Html {
  const { page } = language;
  return html`<button type="button" class="copy-button needs-script" data-copy="${escaped(copied)}" data-done="${escaped(page.copied)}" data-announce="${escaped(page.hasBeenCopied(what))}" aria-label="${escaped(page.copyThe(what))}"><svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><rect x="7" y="7" width="9" height="10" rx="2"/><path d="M4 13V5a2 2 0 0 1 2-2h6"/></svg><span>${escaped(label)}</span></button>`;
}

/** Readers without script renew the page themselves. */
export function checkNow(view: PayView): Html {
  const link = stepLink(view, null);
  return html`<a class="button quiet without-script" href="${link}">${escaped(view.language.page.checkNow)}</a>`;
}

export type SignKind = 'done' | 'wait' | 'stop' | 'ask' | 'clock';

/** A plain drawing above the heading: it says at a glance what the heading says in words. */
export function sign(kind: SignKind): Html {
  return html`<svg class="sign ${escaped(kind)}" viewBox="0 0 56 56" aria-hidden="true" focusable="false"><circle cx="28" cy="28" r="26"/>${signs[kind]}</svg>`;
}

const signs: Readonly<Record<SignKind, Html>> = {
  done: raw('<path d="M17 29l8 8 15-17"/>'),
  wait: raw('<path class="turns" d="M28 12a16 16 0 0 1 16 16"/><path d="M28 20v9l6 4"/>'),
  stop: raw('<path d="M20 20l16 16M36 20L20 36"/>'),
  ask: raw('<path d="M22 22.500a6 6 0 1 1 8.500 5.500c-1.800.9-2.500 2-2.500 4M28 37.500v.1"/>'),
  clock: raw('<path d="M28 17v12l8 5"/>'),
};

export function when(condition: boolean, markup: () => Html): Html {
  return condition ? markup() : empty;
}
