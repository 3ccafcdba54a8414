import type { PaymentPageBank, PaymentPageVariant } from '../api/public/payment-page.ts';
import { unknownBank } from '../domain/money/payment.ts';
import { empty, escaped, type Html, html, raw } from '../http/html.ts';
import { bankMark } from './bank-mark.ts';
import { bankInWords, breakable } from './bank-name.ts';
import { plural } from './languages.ts';
import { optionSign, optionWords } from './option-words.ts';
import { actLink, heading, lead, type PayView, quietLink, startButton, stepLink, sumLine, when } from './pay-parts.ts';
import { chosenVariants } from './pay-screen.ts';

/**
 * Choosing a bank is one tap: each bank is a button that sends the form. Options are sections that open one at a time,
 * which browsers do by themselves.
 */
export function chooseScreen(view: PayView): Html {
  const { language, page } = view;
  // A payer who asks for another way sees all of them; otherwise the merchant's choice is not asked again.
  const narrowed = page.deal === null && page.dealsStarted === 0 ? chosenVariants(page) : [];
  const groups = groupByOption(narrowed.length > 1 ? narrowed : page.variants);
  const bankCount = new Set(page.variants.map(({ bank }) => bank.code)).size;
  return html`${sumLine(view, language.page.toPay)}
${heading(language.choose.title)}
${lead(language.choose.lead)}
<form class="choose" method="post" action="${actLink(view, 'start-deal')}">
${when(bankCount >= searchFrom, () => search(view))}
${groups.map((group, index) => optionSection(view, group, { isOpen: index === 0, isAlone: groups.length === 1 }))}
</form>
${when(page.deal !== null, () => quietLink(stepLink(view, null), language.page.back))}
${when(page.deal === null, () => cancelLink(view))}`;
}

/** One button away from the requisites: the way to pay was named, or there is only one. */
export function readyScreen(view: PayView): Html {
  const { language, page } = view;
  const [only] = chosenVariants(page);
  const option = only?.option ?? page.named.option;
  const bank = only?.bank ?? page.named.bank;
  return html`${sumLine(view, language.page.toPay)}
${heading(language.ready.title)}
${lead(language.ready.lead)}
${option === null || bank === null ? empty : wayLine(view, option, bank)}
${startButton(view, language.ready.show)}
${when(page.variants.length > 1, () => quietLink(stepLink(view, 'choose'), language.ready.other))}
${cancelLink(view)}`;
}

export function wayLine({ language, page }: PayView, option: string, asked: PaymentPageBank): Html {
  const bank = bankInWords(language, asked);
  return html`<p class="way">${bankMark(bank)}<span><strong>${escaped(bank.name)}</strong><span class="hint">${escaped(optionWords(language, page, option).title)}</span></span></p>`;
}

/** Not where a part has come: that is given back by a refund. */
export function cancelLink(view: PayView): Html {
  if (view.page.part !== null) return empty;
  const label = escaped(view.language.transfer.cancel);
  return html`<a class="minor" href="${stepLink(view, 'cancel')}" data-step>${label}</a>`;
}

/** With fewer banks the eye is quicker than the keyboard. */
const searchFrom = 7;

function search({ language }: PayView): Html {
  const { find, nothingFound, nothingElse } = language.choose;
  return html`<div class="search needs-script"><label for="find">${escaped(find)}</label><input id="find" type="search" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"></div>
<p class="hint" id="nothing-found" role="status" data-text="${escaped(nothingFound)}" data-alone="${escaped(nothingElse)}"></p>`;
}

type BankChoice = Pick<PaymentPageVariant, 'bank' | 'isTroubled'>;

interface OptionGroup {
  readonly option: string;
  readonly banks: readonly BankChoice[];
}

function groupByOption(variants: readonly PaymentPageVariant[]): readonly OptionGroup[] {
  const groups = new Map<string, BankChoice[]>();
  for (const { option, ...choice } of variants) groups.set(option, [...(groups.get(option) ?? []), choice]);
  return [...groups].map(([option, banks]) => ({ option, banks }));
}

function optionSection(
  view: PayView,
  { option, banks }: OptionGroup,
  place: { readonly isOpen: boolean; readonly isAlone: boolean },
): Html {
  const { language, page } = view;
  const { title: name, lead: about } = optionWords(language, page, option);
  // A list of one needs no "any": it would be the same.
  const anyBank = { bank: { code: '', name: language.choose.anyBank, nameRu: null }, isTroubled: false };
  const any = banks.length > 1 ? [anyBank] : [];
  const list = html`<ul class="banks">${[...banks, ...any].map((choice) => bankButton(view, option, choice))}</ul>`;
  if (place.isAlone) return html`<section class="option"><h2>${escaped(name)}</h2>${list}</section>`;
  const count = escaped(plural(language, banks.length, language.choose.banks));
  return html`<details class="option" name="option"${place.isOpen ? raw(' open') : empty}>
<summary>${optionSign(page.ways.find(({ code }) => code === option))}<span><strong>${escaped(name)}</strong><span class="hint">${escaped(about)}</span></span><span class="count">${count}</span></summary>
${list}
</details>`;
}

function bankButton({ language }: PayView, option: string, { bank, isTroubled }: BankChoice): Html {
  const { name } = bankInWords(language, bank);
  const mark = bankMark({ code: bank.code === '' ? unknownBank : bank.code, name });
  // A list of banks and a payer's memory differ in spelling: the name in both languages and the code are looked through.
  const found = [...new Set([name, bank.name, bank.nameRu ?? '', bank.code])].filter(Boolean).join(' ');
  const isAny = bank.code === '' ? raw(' data-any') : empty;
  const warning = isTroubled ? html`<span class="hint">${escaped(language.choose.troubled)}</span>` : empty;
  return html`<li data-find="${escaped(found)}"${isAny}><button name="variant" value="${escaped(`${option}:${bank.code}`)}">${mark}<span>${escaped(breakable(name))}${warning}</span></button></li>`;
}
