import type { AppError, ErrorCode } from '../errors/app-error.ts';
import { empty, escaped, type Html, html } from '../http/html.ts';
import type { Language, Notice } from './language.ts';
import { heading, lead, type SignKind, sign } from './pay-parts.ts';
import { secondsFormat } from './reading-form.ts';

type Refused = Exclude<keyof Language['refused'], 'again' | 'againIn' | 'againAfter'>;

/** What is known of a request beside why it was refused. */
interface Asked {
  readonly requestId: string;
  /** From when on it may be repeated; null when the refusal does not say. */
  readonly retryAfterSeconds: number | null;
}

/** The page for a request that could not be answered with an invoice at all. */
export function refusedScreen(
  refusal: AppError,
  language: Language,
  { requestId, retryAfterSeconds }: Asked,
): { readonly title: string; readonly main: Html } {
  const kind = refusedKind(refusal);
  const texts = language.refused[kind];
  const number = kind === 'failed' ? html`<p class="hint"><bdi class="id">${escaped(requestId)}</bdi></p>` : empty;
  const pause = kind === 'limited' && retryAfterSeconds !== null ? retryAfter(language, retryAfterSeconds) : empty;
  // The address as it is: whatever was asked for is asked for again.
  const again = kind === 'unknown' ? empty : html`<a class="button" href="">${escaped(language.refused.again)}</a>`;
  return {
    title: texts.title,
    main: html`${sign(signOf[kind])}${heading(texts.title)}${lead(texts.lead)}${number}${pause}${again}`,
  };
}

function retryAfter(language: Language, seconds: number): Html {
  const time = secondsFormat(language.code).format(seconds);
  return html`<p class="received">${escaped(language.refused.againIn(time))}</p>`;
}

const signOf: Readonly<Record<Refused, SignKind>> = {
  unknown: 'ask',
  limited: 'clock',
  away: 'clock',
  failed: 'stop',
  foreign: 'stop',
};

function refusedKind({ status }: AppError): Refused {
  switch (status) {
    case 403:
      return 'foreign';
    case 404:
      return 'unknown';
    case 429:
      return 'limited';
    case 503:
      return 'away';
    default:
      return 'failed';
  }
}

/** What the page says when an act was refused for this reason. */
export function noticeOf(code: ErrorCode): Notice {
  return noticeByCode[code] ?? 'failed';
}

const noticeByCode: Readonly<Partial<Record<ErrorCode, Notice>>> = {
  attachment_too_big: 'tooBig',
  body_too_big: 'tooBig',
  attachment_type: 'wrongType',
  attachment_empty: 'emptyFile',
  attachment_missing: 'missingFile',
  too_many_attachments: 'tooManyReceipts',
  receipts_of_invoice_full: 'tooManyReceipts',
  claim_decided: 'claimDecided',
  dispute_without_deal: 'movedOn',
  malformed_multipart: 'brokenUpload',
  content_type: 'brokenUpload',
  invoice_not_active: 'movedOn',
  transfer_already_confirmed: 'movedOn',
  part_paid: 'movedOn',
  deal_not_active: 'movedOn',
  payout_not_allowed: 'movedOn',
  payment_option_not_allowed: 'wayNotAllowed',
  payment_method_not_allowed: 'wayNotAllowed',
  rate_unavailable: 'noRate',
  rate_outdated: 'noRate',
  pay_in_disabled: 'noRate',
  too_many_deals: 'tooManyDeals',
  rate_limited: 'tooOften',
  payer_pending: 'payerPending',
  payer_too_often: 'payerTooOften',
  payer_blocked: 'payerBlocked',
  overloaded: 'away',
  database_unavailable: 'away',
  outcome_unknown: 'away',
  storage_unavailable: 'away',
};
