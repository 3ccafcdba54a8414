import { mayLeaveBankOpen, type RefundPage } from '../api/public/payers-refund.ts';
import type { OptionRecord } from '../domain/catalogue/option-record.ts';
import { empty, escaped, type Html, html, raw } from '../http/html.ts';
import { bankInWords } from './bank-name.ts';
import type { Language, RefundFault } from './language.ts';
import { optionWords } from './option-words.ts';
import { frame, languageSwitch, type PageDocument, type PageParts, storeLine } from './pay-document.ts';
import { amount, dateTime, heading, lead, queryText, type SignKind, sentence, sign } from './pay-parts.ts';
import { lookStyle } from './store-look.ts';

/** What the payer has typed, to be shown again when it was refused. */
export interface RefundForm {
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
}

interface RefundView {
  readonly page: RefundPage;
  readonly language: Language;
  /** The way to pay that the form is for. */
  readonly way: OptionRecord | null;
  readonly form: RefundForm;
  readonly fault: RefundFault | null;
  readonly ticket: string;
  readonly switched: string | null;
  readonly root: string;
}

/** The payer's page of a refund. It needs no script, and loads none. */
export function refundDocument(view: RefundView, assets: PageParts | null): PageDocument {
  const { language, page, root, way } = view;
  const style = lookStyle(page.store);
  const markup = frame({
    language,
    root,
    assets: assets === null ? null : { ...assets, script: null },
    style,
    title: language.page.title(titleOf(view), page.store.name),
    top: html`${storeLine(view)}${languageSwitch(language, null, way?.code ?? null)}`,
    main: html`<main id="main" class="card refund">${sumLine(view)}${screen(view)}</main>`,
    foot: footLines(view),
  });
  return { markup, style };
}

function sumLine({ language, page }: RefundView): Html {
  return html`<p class="sum"><span class="label">${escaped(language.refund.amount)}</span> ${amount(language, page.sum)}</p>`;
}

function footLines({ language, page }: RefundView): Html {
  const { caseNumber, support } = language.page;
  const { supportUrl } = page.store;
  const link =
    supportUrl === null
      ? empty
      : html`<a class="minor support" href="${escaped(supportUrl)}" target="_blank" rel="noopener noreferrer">${escaped(support)}</a>`;
  return html`<p class="case"><span>${escaped(caseNumber)} <bdi class="id" dir="ltr">${escaped(page.caseNumber)}</bdi></span>${link}</p>`;
}

function titleOf(view: RefundView): string {
  return statusText(view)?.title ?? view.language.refund.title;
}

function screen(view: RefundView): Html {
  const text = statusText(view);
  if (text === null) return formScreen(view);
  const again = view.page.state === 'paying' || view.page.state === 'dispute' ? checkAgain(view) : empty;
  return html`${sign(signOf[view.page.state])}${heading(text.title)}${lead(text.lead)}${again}`;
}

const signOf: Readonly<Record<RefundPage['state'], SignKind>> = {
  waiting: 'ask',
  lapsed: 'clock',
  canceled: 'stop',
  paying: 'wait',
  paid: 'done',
  dispute: 'ask',
  failed: 'stop',
};

/** That a payout sends it is nothing to the payer: it is a refund to the end. Null: the answer is awaited. */
function statusText({ language, page }: RefundView): { readonly title: string; readonly lead: string } | null {
  const { refund } = language;
  switch (page.state) {
    case 'waiting':
      return null;
    case 'lapsed':
      return refund.lapsed;
    case 'canceled':
      return refund.canceled;
    case 'paying':
      return page.isUnderway ? refund.underway : refund.prepared;
    case 'paid':
      return refund.paid;
    case 'dispute':
      return refund.dispute;
    case 'failed':
      return refund.failed;
  }
}

function checkAgain(view: RefundView): Html {
  return html`<a class="button quiet" href="${linkTo(view, null)}">${escaped(view.language.page.checkNow)}</a>`;
}

function formScreen(view: RefundView): Html {
  const { language, page, way, fault } = view;
  const { refund } = language;
  const notice =
    fault === null ? empty : html`<p class="notice" role="alert" id="notice">${escaped(refund.faults[fault])}</p>`;
  return html`${notice}
${heading(refund.title)}
${lead(refund.lead(page.store.name))}
${way === null ? empty : html`${wayLinks(view, way)}${formOf(view, way)}`}
<p class="hint">${sentence(refund.until, dateTime(language, page.lapsesAt))}</p>`;
}

/** Another way is another form: each is an address of its own. */
function wayLinks(view: RefundView, chosen: OptionRecord): Html {
  const { language, page } = view;
  if (page.ways.length < 2) return empty;
  const items = page.ways.map((way) => {
    const mark = way.code === chosen.code ? raw(' aria-current="true"') : empty;
    return html`<li><a href="${linkTo(view, way.code)}"${mark}>${escaped(optionWords(language, page, way.code).title)}</a></li>`;
  });
  return html`<nav class="ways" aria-label="${escaped(language.refund.ways)}"><ul>${items}</ul></nav>`;
}

function formOf(view: RefundView, way: OptionRecord): Html {
  const { language, form, fault } = view;
  const { refund, transfer } = language;
  const [kind = 'text'] = way.numberKinds;
  const { label } = language.numberKinds[kind];
  const isDigits = kind === 'card' || kind === 'account';
  const mode = escaped(kind === 'phone' ? 'tel' : isDigits ? 'numeric' : 'text');
  const wrong = (one: RefundFault) => (fault === one ? raw(' aria-invalid="true" aria-describedby="notice"') : empty);
  return html`<form method="post" action="${linkTo(view, way.code)}">
<label for="bank">${escaped(transfer.bank)}</label>
<select id="bank" name="bank" required${wrong('bank')}>${bankOptions(view, way)}</select>
<label for="number">${escaped(label)}</label>
<input id="number" name="number" required maxlength="255" autocomplete="off" inputmode="${mode}" spellcheck="false" dir="ltr" value="${escaped(form.number)}"${wrong('number')}>
<p class="hint">${escaped(refund.check)}</p>
<label for="holder">${escaped(transfer.holder)}</label>
<input id="holder" name="holder" required maxlength="100" autocomplete="name" value="${escaped(form.holder)}"${wrong('holder')}>
<button class="button">${escaped(refund.send)}</button>
</form>`;
}

function bankOptions({ language, page, form }: RefundView, way: OptionRecord): Html {
  const none = html`<option value="">${escaped(language.refund.chooseBank)}</option>`;
  const banks = page.banks.filter((bank) => mayLeaveBankOpen(way, bank));
  return html`${none}${banks.map((bank) => {
    const mark = bank.code === form.bank ? raw(' selected') : empty;
    return html`<option value="${escaped(bank.code)}"${mark}>${escaped(bankInWords(language, bank).name)}</option>`;
  })}`;
}

function linkTo({ ticket, switched }: RefundView, way: string | null): Html {
  return escaped(`${ticket}${queryText({ way, lang: switched })}`);
}
