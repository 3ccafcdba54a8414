import type { PaymentPageDeal } from '../api/public/payment-page.ts';
import type { NumberKind } from '../domain/catalogue/option-record.ts';
import { kindOfNumber } from '../domain/makers/requisite-number.ts';
import { unknownBank } from '../domain/money/payment.ts';
import { empty, escaped, type Html, html, raw } from '../http/html.ts';
import { bankMark } from './bank-mark.ts';
import { bankInWords } from './bank-name.ts';
import { plural } from './languages.ts';
import { amountToCopy, moneyText } from './money-text.ts';
import { numberGroups } from './number-groups.ts';
import { optionSteps } from './option-words.ts';
import { cancelLink } from './pay-choose.ts';
import {
  amount,
  amountText,
  arrivedNote,
  clockTime,
  copyButton,
  type PayView,
  partNote,
  publicLink,
  quietLink,
  sentence,
  stepLink,
  when,
} from './pay-parts.ts';

/** The requisites: how much, to which number, to whom, for how long. Everything else steps back. */
export function transferScreen(view: PayView): Html {
  const { language, page } = view;
  const { deal } = page;
  if (deal?.requisites == null) throw new Error(`invoice ${page.invoiceId} has no requisites to show`);
  const { number, holder } = deal.requisites;
  const texts = language.transfer;
  const kind = kindOfNumber(number);
  const bank = bankInWords(language, deal.bank);
  const howTo = hints(view, deal, { kind, holder });
  return html`${countdown(view, deal)}
${page.held === null ? partNote(view) : arrivedNote(view, page.held, language.arrived.underway)}
<div class="columns"><div>
<div class="exact"><h1 id="heading" tabindex="-1"><span class="label">${escaped(texts.exactly)}</span> ${amount(language, page.sum)}</h1>
<div class="copy">${copyButton(view, texts.amount, amountToCopy(page.sum))}</div>
<p class="why">${escaped(texts.exactWhy)}</p>${nudgedNote(view)}</div>
${payLink(view, deal)}
<dl class="facts">
${numberFact(view, kind, number)}
${when(holder !== '', () => fact(view, { label: texts.holder, shown: html`<bdi>${escaped(holder)}</bdi>`, copied: holder, kind: 'plain' }))}
${when(bank.code !== unknownBank, () => html`<div class="fact plain"><dt>${escaped(texts.bank)}</dt><dd class="bank">${bankMark(bank)}<span>${escaped(bank.name)}</span></dd></div>`)}
</dl>
<p class="all">${copyButton(view, texts.copyAll, allToCopy(view, deal), texts.copyAll)}</p>
<p class="act"><a class="button" href="${stepLink(view, 'receipt')}" data-step>${escaped(texts.paid)}</a></p>
<p class="hint over">${escaped(texts.whenOver)}</p>
</div>
<div class="beside">
${deal.qrCarries === 'number' ? [qrCode(view, deal), howTo] : [howTo, qrCode(view, deal)]}
</div></div>
<div class="also">
${when(page.variants.length > 1, () => quietLink(stepLink(view, 'choose'), texts.otherWay))}
${cancelLink(view)}
</div>`;
}

/** Why it is not the sum of the order: said beside the sum, before anybody sends another one. */
function nudgedNote({ language, page }: PayView): Html {
  if (page.nudged === null) return empty;
  const [asked, less] = [page.nudged.asked, page.nudged.difference].map((sum) => moneyText(language.code, sum));
  return html`<p class="why nudged">${escaped(language.transfer.nudged(asked ?? '', less ?? ''))}</p>`;
}

/** The deal's own link comes first: on the phone that the bank's app is on, it is all that is needed. */
function payLink({ language }: PayView, { link }: PaymentPageDeal): Html {
  if (link === null) return empty;
  return html`<p class="pay-link"><a class="button" href="${escaped(link)}" target="_blank" rel="noopener noreferrer">${escaped(language.transfer.openLink)}</a></p>`;
}

function numberFact(view: PayView, kind: NumberKind, number: string): Html {
  const label = view.language.numberKinds[kind].label;
  const isLong = kind === 'link' || kind === 'text';
  const shown = isLong ? html`<bdi class="lines">${escaped(number)}</bdi>` : grouped(number);
  return fact(view, { label, shown, copied: number, kind: isLong ? 'plain' : 'number' });
}

interface Fact {
  readonly label: string;
  readonly shown: Html;
  readonly copied: string;
  readonly kind: 'number' | 'plain';
}

function fact(view: PayView, { label, shown, copied, kind }: Fact): Html {
  const button = html`<dd class="copy">${copyButton(view, label, copied)}</dd>`;
  return html`<div class="fact ${escaped(kind)}"><dt>${escaped(label)}</dt><dd class="value">${shown}</dd>${button}</div>`;
}

/** One line for each fact, for payers who send it all to another device or another person. */
function allToCopy(view: PayView, deal: PaymentPageDeal): string {
  const { language } = view;
  const { transfer } = language;
  const { number, holder } = deal.requisites ?? { number: '', holder: '' };
  const bank = bankInWords(language, deal.bank);
  const facts = [
    [transfer.amount, amountText(view)],
    [language.numberKinds[kindOfNumber(number)].label, number],
    [transfer.holder, holder],
    [transfer.bank, bank.code === unknownBank ? '' : bank.name],
  ];
  return facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');
}

/** In groups with room between them, each of which stays on one line. */
function grouped(number: string): Html {
  const groups = numberGroups(number).map((group) => html`<span>${escaped(group)}</span>`);
  return html`<bdi class="groups" dir="ltr">${groups.flatMap((group, index) => (index === 0 ? [group] : [raw(' '), group]))}</bdi>`;
}

/** From here on the page warns; the script takes over by the same figure. */
const soonSeconds = 120;

/** How many minutes before the end a listener is told. */
const announcedMinutes = [5, 1];

/** Follows the service's clock: the script is told both what that clock says and when the requisites end. */
export function countdown({ language, page }: PayView, deal: PaymentPageDeal): Html {
  const texts = language.transfer;
  const announcements = announcedMinutes.map((minutes) => [minutes, plural(language, minutes, texts.minutesLeft)]);
  const seconds = Math.max(0, Math.ceil((deal.deadlineAt - page.now) / 1000));
  const until = sentence(language.page.until, clockTime(language, deal.deadlineAt));
  const soon = seconds < soonSeconds ? ' soon' : '';
  return html`<p class="countdown${escaped(soon)}" data-until="${escaped(String(deal.deadlineAt))}" data-announcements="${escaped(JSON.stringify(announcements))}"><span class="label">${escaped(texts.timeLeft)}</span> <span role="timer" class="left needs-script">${escaped(minutesAndSeconds(seconds))}</span> <span class="until">${until}</span></p>`;
}

function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function hints(
  { language, page }: PayView,
  deal: PaymentPageDeal,
  { kind, holder }: { readonly kind: NumberKind; readonly holder: string },
): Html {
  const texts = language.transfer;
  const bank = bankInWords(language, deal.bank).name;
  const names = { option: deal.option, kind, bank, holder: holder === '' ? texts.holder : holder };
  const steps = optionSteps(language, page, names);
  return html`<section class="hints"><h2>${escaped(texts.howTo)}</h2><ol>${steps.map((step) => html`<li>${escaped(step)}</li>`)}</ol></section>`;
}

/** For payers who read on one device and pay with another: the page, or what the bank's app scans. */
function qrCode(view: PayView, deal: PaymentPageDeal): Html {
  const texts = view.language.transfer;
  const isOfDeal = deal.qrCarries === 'number';
  const link = publicLink(view, isOfDeal ? `qr-code?format=svg&deal=${deal.id}` : 'qr-code?format=svg');
  const size = isOfDeal ? '196' : '132';
  const image = html`<img src="${link}" width="${escaped(size)}" height="${escaped(size)}" alt="${escaped(isOfDeal ? texts.qrCode : '')}" loading="lazy">`;
  const [title, lead] = isOfDeal ? [texts.qrCode, texts.qrCodeOfDeal] : [texts.qrCodeOfPage, texts.qrCodeLead];
  return html`<section class="qr${escaped(isOfDeal ? ' own' : '')}"><div class="code">${image}</div><div><h2>${escaped(title)}</h2><p class="hint">${escaped(lead)}</p></div></section>`;
}
