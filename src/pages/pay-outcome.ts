import type { PaymentPageVariant } from '../api/public/payment-page.ts';
import { attachmentsPerDealMax } from '../domain/invoices/deal.ts';
import { unknownBank } from '../domain/money/payment.ts';
import { lastDigits } from '../domain/text/masked-number.ts';
import { empty, escaped, type Html, html } from '../http/html.ts';
import { bankInWords } from './bank-name.ts';
import { plural } from './languages.ts';
import { optionWords } from './option-words.ts';
import { cancelLink, wayLine } from './pay-choose.ts';
import {
  actLink,
  alreadyPaid,
  amount,
  amountText,
  arrivedNote,
  checkNow,
  clockTime,
  dateTime,
  heading,
  lead,
  type PayView,
  partNote,
  quietLink,
  returnLink,
  sentence,
  showReceipt,
  sign,
  startButton,
  stepLink,
  sumLine,
  when,
} from './pay-parts.ts';
import { namedIsFree, proposedVariant } from './pay-screen.ts';
import { dateFormat } from './reading-form.ts';

/** The screens on which there is little or nothing left to do, and which say so. */
export function waitingScreen(view: PayView): Html {
  const { language, page } = view;
  const texts = language.waiting;
  const received = plural(language, page.deal?.receipts ?? 0, texts.receipts);
  return html`${sumLine(view, language.transfer.amount)}
${sign('wait')}
${heading(texts.title)}
${lead(texts.lead)}
<p class="received">${escaped(received)}</p>
${arrivedNote(view, page.held, language.arrived.underway)}
<p class="hint needs-script">${escaped(texts.mayClose)}</p>
${checkNow(view)}
${quietLink(stepLink(view, 'receipt'), language.receipt.another)}`;
}

export function paidScreen(view: PayView): Html {
  const { language, page } = view;
  const texts = language.paid;
  return html`${sign('done')}
${heading(texts.title)}
${lead(texts.lead(page.store.name))}
${keptReceipt(view)}
${arrivedNote(view, page.arrived, language.arrived.settled(page.store.name))}
${returnLink(view, page.successUrl)}
${returning(view)}
<p class="keep needs-script"><button type="button" class="button quiet" data-print>${escaped(texts.print)}</button><button type="button" class="button quiet" data-share="${escaped(receiptText(view))}" hidden>${escaped(texts.share)}</button></p>`;
}

/** What a payer keeps, on paper or in a message: what, to whom, when, and by which number it is found again. */
function keptReceipt({ language, page }: PayView): Html {
  const texts = language.paid;
  const to =
    page.deal === null
      ? null
      : html`${escaped(bankInWords(language, page.deal.bank).name)} <bdi dir="ltr">${escaped(lastDigits(page.deal.requisites?.number ?? ''))}</bdi>`;
  return html`<dl class="summary">
<div><dt>${escaped(texts.amount)}</dt><dd>${amount(language, page.sum)}</dd></div>
<div><dt>${escaped(texts.date)}</dt><dd>${dateTime(language, page.updatedAt)}</dd></div>
${to === null ? empty : html`<div><dt>${escaped(texts.to)}</dt><dd>${to}</dd></div>`}
</dl>`;
}

function receiptText(view: PayView): string {
  const { language, page } = view;
  const { paid, page: words } = language;
  const date = `${dateFormat(language.code).format(page.updatedAt)} UTC`;
  return [
    `${page.store.name}: ${paid.title}`,
    `${paid.amount}: ${amountText(view)}`,
    `${paid.date}: ${date}`,
    `${words.caseNumber}: ${page.caseNumber}`,
    `${words.invoice}: ${page.invoiceId}`,
  ].join('\n');
}

/** Who comes back later, for the receipt, is not sent away. */
const returningMs = 10 * 60_000;
const returningSeconds = 8;

/** The script counts down and goes back to the shop; without it, or when the reader stays, the link above does. */
function returning({ language, page }: PayView): Html {
  if (page.successUrl === null || page.now - page.updatedAt > returningMs) return empty;
  const words = Array.from({ length: returningSeconds }, (_, index) =>
    plural(language, index + 1, language.paid.returning),
  );
  return html`<p class="returning needs-script" data-words="${escaped(JSON.stringify(words))}"><span>${escaped(words.at(-1) ?? '')}</span> <button type="button" class="minor" data-stay>${escaped(language.paid.stay)}</button></p>`;
}

export function canceledScreen(view: PayView): Html {
  const { language, page } = view;
  return html`${sign('stop')}
${heading(language.canceled.title)}
${lead(language.canceled.lead(page.store.name))}
${returnLink(view, page.cancelUrl)}
${alreadyPaid(view)}`;
}

export function expiredScreen(view: PayView): Html {
  const { language, page } = view;
  return html`${sign('clock')}
${heading(language.expired.title)}
${page.part === null ? lead(language.expired.lead(page.store.name)) : arrivedNote(view, page.part, language.rest.over(page.store.name))}
${returnLink(view, page.cancelUrl)}
${alreadyPaid(view)}`;
}

export function disputeScreen(view: PayView): Html {
  const { language, page } = view;
  const receipts = page.deal?.receipts ?? 0;
  return html`${sumLine(view, language.transfer.amount)}
${sign('ask')}
${heading(language.dispute.title)}
${lead(language.dispute.lead)}
${when(receipts > 0, () => html`<p class="received">${escaped(plural(language, receipts, language.waiting.receipts))}</p>`)}
<p class="hint">${escaped(language.dispute.keep(page.store.name))}</p>
${checkNow(view)}
${when(receipts < attachmentsPerDealMax, () => quietLink(stepLink(view, 'claim'), language.receipt.another))}
${page.cancelUrl === null ? empty : returnLink(view, page.cancelUrl)}`;
}

/** The requisites' time ran out while the invoice is still open. */
export function lapsedScreen(view: PayView): Html {
  const { language, page } = view;
  const { option, bank } = page.named;
  return html`${sumLine(view, language.page.toPay)}
${sign('clock')}
${heading(language.lapsed.title)}
${lead(language.lapsed.lead)}
${option === null || bank === null ? empty : wayLine(view, option, bank)}
${freshButton(view, language.lapsed.fresh)}
${when(page.variants.length > 1, () => quietLink(stepLink(view, 'choose'), language.ready.other))}
${alreadyPaid(view)}
${cancelLink(view)}`;
}

/** A part has come. What is missing, until when, and one tap to where it goes. */
export function restScreen(view: PayView): Html {
  const { language, page } = view;
  const { option, bank } = page.named;
  const texts = language.rest;
  return html`${sumLine(view, texts.missing)}
${sign('ask')}
${heading(texts.title)}
${partNote(view)}
<p class="lead">${sentence(texts.until, clockTime(language, page.expireAt))}</p>
${option === null || bank === null ? empty : wayLine(view, option, bank)}
${freshButton(view, texts.send)}
${when(page.variants.length > 1, () => quietLink(stepLink(view, 'choose'), language.ready.other))}
<p class="hint">${escaped(texts.ifNot(page.store.name))}</p>
${alreadyPaid(view)}`;
}

/** A payer who has paid must not be led to pay again, so this comes before new requisites. */
export function rejectedScreen(view: PayView): Html {
  const { language, page } = view;
  const texts = language.rejected;
  return html`${sumLine(view, language.transfer.amount)}
${sign('ask')}
${heading(texts.title)}
${lead(texts.lead)}
${showReceipt(view, texts.sentTitle, texts.sent)}
${when(page.variants.length > 0, () => freshButton(view, texts.fresh))}
${when(page.variants.length > 1, () => quietLink(stepLink(view, 'choose'), language.ready.other))}
${cancelLink(view)}`;
}

export function noneFreeScreen(view: PayView): Html {
  const { language, page } = view;
  const { option, bank } = page.named;
  return html`${sumLine(view, language.page.toPay)}
${sign('clock')}
${heading(language.noneFree.title)}
${lead(language.noneFree.lead(page.store.name))}
${partNote(view)}
${option === null || bank === null ? empty : wayLine(view, option, bank)}
${startButton(view, language.noneFree.again)}
${when(page.variants.length > 1, () => quietLink(stepLink(view, 'choose'), language.noneFree.other))}
${alreadyPaid(view)}
${cancelLink(view)}`;
}

/** Somebody was quicker, or the bank is busy with this sum: another way is one tap away. */
export function ranOutScreen(view: PayView): Html {
  const { language, page } = view;
  const proposal = proposedVariant(page);
  return html`${sumLine(view, language.page.toPay)}
${sign('clock')}
${heading(language.ranOut.title)}
${lead(language.ranOut.lead)}
${proposal === null ? empty : html`${wayLine(view, proposal.option, proposal.bank)}${proposalButton(view, proposal)}`}
${when(page.variants.length > 1, () => quietLink(stepLink(view, 'choose'), language.noneFree.other))}
${cancelLink(view)}`;
}

/** Fresh requisites of what was named, or, where that has nothing free, of what is nearest to it. */
function freshButton(view: PayView, label: string): Html {
  const proposal = namedIsFree(view.page) ? null : proposedVariant(view.page);
  return proposal === null ? startButton(view, label) : proposalButton(view, proposal);
}

function proposalButton(view: PayView, { option, bank }: PaymentPageVariant): Html {
  const { language, page } = view;
  const isAnyBank = bank.code === unknownBank;
  const what = isAnyBank ? optionWords(language, page, option).title : bankInWords(language, bank).name;
  const label = language.ranOut.instead(what);
  const value = escaped(`${option}:${bank.code}`);
  return html`<form method="post" action="${actLink(view, 'start-deal')}"><button class="button" name="variant" value="${value}">${escaped(label)}</button></form>`;
}

export function cancelAskScreen(view: PayView): Html {
  const { language } = view;
  const texts = language.cancelAsk;
  return html`${sumLine(view, language.page.toPay)}
${sign('ask')}
${heading(texts.title)}
${lead(texts.lead)}
<form method="post" action="${actLink(view, 'cancel')}"><button class="button danger">${escaped(texts.yes)}</button></form>
${quietLink(stepLink(view, null), texts.no)}`;
}
