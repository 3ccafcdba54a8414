import type { PaymentPage } from '../api/public/payment-page.ts';
import { escaped, type Html, html } from '../http/html.ts';
import type { Language } from './language.ts';
import { dateTime, heading, lead, type PayView, type SignKind, sign, sumLine, when } from './pay-parts.ts';

/** A payout that somebody opened by its address: how it stands, and nothing to press. */
export function payoutScreen(view: PayView): Html {
  const { language, page } = view;
  const stage = payoutStage(page);
  const { title, lead: text } = language.payout[stage];
  return html`${sumLine(view, language.payout.amount)}
${sign(signOf[stage])}
${heading(title)}
${lead(text)}
${when(stage === 'paid', () => html`<p class="hint"><span>${escaped(language.paid.date)}:</span> ${dateTime(language, page.updatedAt)}</p>`)}`;
}

type PayoutStage = Exclude<keyof Language['payout'], 'amount'>;

const signOf: Readonly<Record<PayoutStage, SignKind>> = {
  prepared: 'clock',
  underway: 'wait',
  paid: 'done',
  canceled: 'stop',
  expired: 'clock',
  dispute: 'ask',
};

export function payoutStage({ status, deal }: PaymentPage): PayoutStage {
  switch (status) {
    case 'new':
      return deal === null || deal.status === 'new' ? 'prepared' : 'underway';
    case 'paid':
    case 'canceled':
    case 'expired':
    case 'dispute':
      return status;
  }
}
