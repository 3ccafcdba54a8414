import { exampleIds } from '../api/examples.ts';
import { Faults } from '../api/schemas.ts';
import { channelsMax, channelsPerDayMax } from '../domain/alerts/told-kinds.ts';
import { usualDisputeRules } from '../domain/disputes/dispute-clock.ts';
import { attachmentsPerDealMax } from '../domain/invoices/deal.ts';
import { dealsPerInvoiceMax } from '../domain/invoices/invoice.ts';
import { makerFields } from '../domain/makers/maker.ts';
import { importRowsMax } from '../domain/makers/requisite-settings.ts';
import { rewardRulesMax } from '../domain/makers/rewards.ts';
import { validKeysMax } from '../domain/merchants/api-key.ts';
import { suggestedFigures } from '../domain/merchants/payer-settings.ts';
import { endpointsMax } from '../domain/merchants/store-endpoint.ts';
import { logoBytesMax } from '../domain/merchants/store-logo.ts';
import { partsPerInvoiceMax } from '../domain/payins/mispayment.ts';
import { passkeysMax } from '../domain/people/passkeys.ts';
import { viewsMax } from '../domain/people/saved-view.ts';
import { membersMax } from '../domain/people/team.ts';
import { phoneLimits } from '../domain/phones/phone.ts';
import { receiptLimitsDefault } from '../domain/receipts/receipt-room.ts';
import { refundsPerInvoiceMax } from '../domain/refunds/refund.ts';
import { mappingsMax } from '../domain/statements/csv-mapping.ts';
import { fileBytesMax, filesPerDayMax, makersBytesPerDayMax } from '../domain/statements/statement-import.ts';
import { type ErrorCode, fault } from '../errors/app-error.ts';
import { statusOf } from '../errors/catalogue.ts';
import { jsonBytesMax } from '../http/error-answers.ts';
import type { Response } from './openapi-document.ts';
import type { NamedExample } from './openapi-examples.ts';
import { reference } from './openapi-shapes.ts';

const statusNames: Readonly<Record<number, string>> = {
  400: 'Refused',
  401: 'Not signed, or not by this key',
  403: 'Not allowed',
  404: 'Not there',
  409: 'Idempotency-Key reused',
  413: 'Too big',
  429: 'Too many requests',
  500: 'A fault of the service',
  503: 'Not now',
};

const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

/** One response for each status, with the codes that come with it. */
export function refusals(
  codes: readonly ErrorCode[],
  names: Readonly<Record<number, string>> = {},
): Record<string, Response> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus]
    .sort(([left], [right]) => left - right)
    .map(([status, sharing]): [string, Response] => [
      String(status),
      {
        description: `${names[status] ?? statusNames[status] ?? 'Refused'}: ${sharing.map((code) => `\`${code}\``).join(', ')}`,
        ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
        content: {
          'application/json': {
            schema: reference(Faults),
            examples: Object.fromEntries(sharing.map((code) => [code, refusalExample(code)])),
          },
        },
      },
    ]);
  return Object.fromEntries(responses);
}

/** What fills the braces of the messages in examples. */
const fillers = {
  type: 'boolean',
  choices: 'in, out',
  subunit: '2',
  reason: 'unexpected end',
  expected: 'application/json',
  pair: 'USDT/RUB',
  before: '95.50',
  after: '9.60',
  change: '89.95 %',
  sum: '10000 RUB',
  was: '104.71204188 USDT',
  will: '1041.66666666 USDT',
  in: '95.50',
  out: '96.00',
  code: 'ros_bank',
  entry: 'RUB/ros_bank',
  use: 'requisites',
  place: 'banks.RUB[3].code',
  what: 'is not a code of a bank',
  test: 2,
  template: 4,
  wrong: 'it would be taken for a transfer',
  fee: '2.00000000',
  feeBps: '100',
  reward: '120',
  store: 'Example',
  maker: 'Desk 2',
  free: '10.00 USDT',
  first: '1',
  second: '2',
  network: 'TRC20',
  until: '2026-11-14T12:15:00+00:00',
  max: '500.00',
  requisiteId: '7',
  lost: '3',
  at: '2027-02-12T09:30:00+00:00',
  from: '2026-11-14T13:00:00+00:00',
  status: 'canceled',
  seconds: '1',
  minutes: '30',
  sites: 'https://pay.example.com',
  requestId: 'req-1',
  given: '1',
  needed: '2',
  minimum: '1',
  maximum: '200',
  currency: 'RUB',
  option: 'TO_CARD',
  missing: 'bank, number',
  page: '813',
  last: '812',
  rows: '1000001',
  invoiceId: exampleIds.invoice,
  dealId: exampleIds.invoice,
  refundId: exampleIds.refund,
  arrivalId: '0193f1c2-aaaa-7abc-8def-0123456789ab',
  who: 'operator',
  scope: 'payout',
  address: '198.51.100.7',
  range: '203.0.113.0/33',
  amount: '900.00',
  refunded: '500.00',
  rights: 'withdrawals',
  now: '1794765600',
  line: '17',
  state: 'done',
  day: '31.02.2026',
  account: '40817810000000004821',
  accounts: '40817810000000004821, 40817810000000009914',
  opening: '100.00',
  closing: '350.00',
  counted: '300.00',
  count: '3',
  received: '1000',
  size: '2000',
  difference: 'the sum',
  dealRate: '95.50',
  rate: '120.00',
  kind: 'rate',
  why: 'the address is a private one',
  withdrawalId: '0193f1c2-bbbb-7abc-8def-0123456789ab',
};

const limits: Partial<Record<ErrorCode, string | number>> = {
  too_long: 255,
  too_many_attachments: attachmentsPerDealMax,
  receipts_of_invoice_full: receiptLimitsDefault.perInvoiceBytes,
  receipts_of_store_full: receiptLimitsDefault.perStoreDayBytes,
  too_many_deals: dealsPerInvoiceMax,
  reminder_after_answer: 120,
  too_many_parts: partsPerInvoiceMax,
  payer_pending: suggestedFigures.fresh.pendingMax,
  claims_of_payer_full: usualDisputeRules.payerClaimsMax,
  claims_of_store_full: usualDisputeRules.storeClaimsMax,
  maker_takings_full: makerFields.takingsMax.usual,
  payer_too_often: suggestedFigures.fresh.countMax,
  body_too_big: jsonBytesMax,
  rate_jump: '5 %',
  amount_too_small: '100.00',
  amount_too_big: '1000000.00',
  limit_order: '100.00',
  invalid_logo: logoBytesMax,
  csv_too_long: importRowsMax,
  export_too_large: '1000000',
  too_many_rewards: rewardRulesMax,
  too_many_keys: validKeysMax,
  too_many_endpoints: endpointsMax,
  too_many_passkeys: passkeysMax,
  too_many_views: viewsMax,
  too_many_channels: channelsMax,
  channels_of_day: channelsPerDayMax,
  bank_file_too_big: fileBytesMax,
  bank_bytes_spent: makersBytesPerDayMax,
  too_many_imports: filesPerDayMax,
  too_many_mappings: mappingsMax,
  refund_too_much: '600.00',
  team_full: membersMax,
  too_many_phones: phoneLimits.phonesPerMaker,
  too_many_messages: phoneLimits.messagesPerRequest,
  refunds_too_many: refundsPerInvoiceMax,
  excess_returned_whole: '100.00',
};

/** The message with its braces filled, as a client sees it. */
function exampleMessage(code: ErrorCode): string {
  const type = code === 'limit_twice' ? 'in' : fillers.type;
  return fault(code, { ...fillers, type, limit: limits[code] ?? '' }).message;
}

function refusalExample(code: ErrorCode): NamedExample {
  return { summary: code, value: [{ code, message: exampleMessage(code) }] };
}
