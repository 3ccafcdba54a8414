import type { PaymentPage } from '../api/public/payment-page.ts';
import {
  filledStep,
  type NumberKind,
  type OptionIcon,
  type OptionPage,
  type OptionRecord,
} from '../domain/catalogue/option-record.ts';
import { type Html, html, raw } from '../http/html.ts';
import { inLanguage } from './bank-name.ts';
import type { Language } from './language.ts';

/** What the page says of a way to pay: the record's own words in the reader's language, else those for its kind of number. */
export function optionWords(language: Language, page: Pick<PaymentPage, 'ways'>, code: string): OptionPage {
  const record = page.ways.find((way) => way.code === code);
  if (record === undefined) return { title: code, lead: '', steps: [] };
  const [kind = 'text'] = record.numberKinds;
  return (
    record.page[language.code] ?? {
      title: inLanguage(language.code, record),
      lead: language.numberKinds[kind].lead,
      steps: [],
    }
  );
}

/** How to pay, step by step. */
export function optionSteps(
  language: Language,
  page: Pick<PaymentPage, 'ways'>,
  deal: { readonly option: string; readonly kind: NumberKind; readonly bank: string; readonly holder: string },
): readonly string[] {
  const { steps } = optionWords(language, page, deal.option);
  const { bank, holder } = deal;
  return steps.length > 0
    ? steps.map((step) => filledStep(step, { bank, holder }))
    : language.numberKinds[deal.kind].steps(bank, holder);
}

export function optionSign(record: Pick<OptionRecord, 'icon'> | undefined): Html {
  const drawing = record === undefined ? undefined : (drawings as Readonly<Record<string, Html>>)[record.icon];
  return html`<svg class="option-sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${drawing ?? drawings.account}</svg>`;
}

const drawings: Readonly<Record<OptionIcon, Html>> = {
  phone: raw('<rect x="7" y="3" width="10" height="18" rx="2.500"/><path d="M11 18h2"/>'),
  card: raw('<rect x="3" y="5.500" width="18" height="13" rx="2.500"/><path d="M3 10h18M7 15h3"/>'),
  account: raw('<path d="M4 9.500L12 4l8 5.500zM6 10v8M10 10v8M14 10v8M18 10v8M4 20h16"/>'),
  globe: raw('<circle cx="12" cy="12" r="8.500"/><path d="M3.500 12h17M12 3.500c5 5 5 12 0 17c-5-5-5-12 0-17"/>'),
  qr: raw(
    '<rect x="4" y="4" width="6" height="6" rx="1"/><rect x="14" y="4" width="6" height="6" rx="1"/><rect x="4" y="14" width="6" height="6" rx="1"/><path d="M14 14h2.500v2.500M20 14v2.500M14 20h2.500M20 20v-.5"/>',
  ),
  sim: raw(
    '<path d="M6 4.500A1.500 1.500 0 0 1 7.500 3H14l4 4v12.500a1.500 1.500 0 0 1-1.500 1.500h-9A1.500 1.500 0 0 1 6 19.500z"/><rect x="9" y="11" width="6" height="6" rx="1"/>',
  ),
};
