import type { DealStatus } from '../domain/invoices/deal.ts';
import type { InvoiceStatus } from '../domain/invoices/invoice.ts';
import { payinFates } from '../domain/sandbox/sandbox-fate.ts';
import { withdrawalStatuses } from '../domain/withdrawals/withdrawal.ts';
import { errorCatalogue, errorCodes, statusOf } from '../errors/catalogue.ts';
import { escaped, type Html, html } from '../http/html.ts';
import { codeBlock, inline, jsonCode, list, paragraphs, prettyJson, table, tabs } from './html.ts';
import { type ExampleKeys, snippets, workedExample } from './snippets.ts';

/** What a person needs to know before the first call: the part of the reference that is written, not generated. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

interface SectionContext {
  readonly serverUrl: string;
  readonly keys: ExampleKeys;
}

export function sections(context: SectionContext): readonly Section[] {
  return [
    { id: 'authentication', title: 'Authentication', content: authentication(context) },
    { id: 'money', title: 'Money and timestamps', content: money() },
    { id: 'retries', title: 'Idempotency and retries', content: retries() },
    { id: 'statuses', title: 'Statuses', content: statuses() },
    { id: 'errors', title: 'Errors', content: errors() },
    // Keys that work are those of a sandbox.
    ...(context.keys.areReal ? [{ id: 'fates', title: 'Sandbox amounts', content: fates() }] : []),
  ];
}

function authentication({ serverUrl, keys }: SectionContext): Html {
  const worked = workedExample(serverUrl, keys);
  const code = snippets(serverUrl, keys).map(({ id, label, code }) => ({
    label,
    content: codeBlock('Create an invoice', escaped(code), id),
  }));
  return html`${paragraphs('Every request carries the first two headers. The others make a recorded request worthless; a store can demand them.')}${table(
    ['Header', 'Value'],
    [
      [inline('`X-Identity`'), inline('An API key of the store. It may be limited to scopes and addresses.')],
      [
        inline('`X-Signature`'),
        inline(
          "HMAC-SHA1 of the string to sign, keyed with the merchant's secret, or with the key's own where it has one; its raw bytes in Base64.",
        ),
      ],
      [
        inline('`X-Timestamp`'),
        inline(
          'Optional: when the request is sent, in seconds since 1970. It must be within five minutes of our clock.',
        ),
      ],
      [
        inline('`X-Signature-256`'),
        inline('Optional: the same with HMAC-SHA256. Where it is sent, it counts, and `X-Signature` is not looked at.'),
      ],
    ],
  )}${paragraphs('The string to sign is, without anything in between:')}<ol>
<li>${inline('the method in capitals: `GET` or `POST`,')}</li>
<li>${inline('the full URL as called, with scheme, host and query,')}</li>
<li>${inline('for a JSON request with a body, the body exactly as sent, byte for byte. For `GET`, for forms (`multipart/form-data`, urlencoded) and for a `POST` without a body: nothing more,')}</li>
<li>${inline('where you send `X-Timestamp`, its value.')}</li>
</ol>
<h3>A worked example</h3>
${paragraphs(`With the secret \`${keys.secret}\`, this string`)}${codeBlock('String to sign', escaped(worked.stringToSign), 'string-to-sign')}${paragraphs('gives these headers:')}${codeBlock('Headers', escaped(`X-Identity: ${keys.apiKey}\nX-Signature: ${worked.signature}`), 'worked-headers')}
<h3>In your language</h3>
${tabs('language', code)}${paragraphs(
  'A wrong key, a wrong signature and a missing header give the same `401`. In sandbox mode that answer also has `stringToSign`, the string the service expected: compare it with yours. The header `X-Sandbox-Hint` says which of them it was.',
  'The usual mistakes: signing another URL than the one called (a missing port, `http` for `https`), serialising the JSON a second time after signing, and Base64 of the hexadecimal digest instead of the raw bytes.',
)}`;
}

function fates(): Html {
  const rows = Object.entries(payinFates).map(([kopecks, text]) => [inline(`\`.${kopecks}\``), inline(text)]);
  return html`${paragraphs(
    'In the sandbox the kopecks of an amount choose what becomes of a payin, once it has requisites to pay to: your tests need no payer and no waiting. A payout knows `.01`, a maker pays it at once, and `.05`, nobody does.',
  )}${table(['Kopecks', 'What happens'], rows)}`;
}

export function money(): Html {
  return html`${list([
    'A sum is an object: `amount`, `currency` and `subunit`. `amount` is a string with exactly `subunit` fraction digits: `"1000.00"` RUB, `"10.47120418"` USDT.',
    'In requests an amount is a string too. `"1000"`, `"1000.5"` and `"1000.00"` are all fine for two digits. Refused are numbers, signs, exponents, blanks, zero, and more digits than the currency has.',
    'The payer pays in fiat; the store is owed in its settlement currency. The rate of a pair such as `USDT/RUB` is fiat per unit of settlement currency, one for payins and one for payouts, and is fixed when a deal starts.',
    'A payin is worth `sum / rate`, cut off at the last digit of the settlement currency; the fee is rounded up and taken from it. A payout costs `sum / rate`, rounded up, and the fee on top.',
    'Timestamps are ISO 8601 with a numeric offset, never `Z`: `2026-11-14T12:00:00+00:00`.',
    'For optional parameters `null` means the same as absent. Unknown parameters are ignored; a sandbox names them in the header `X-Unknown-Fields` of its answer, so that a misspelt one is noticed.',
  ])}`;
}

function retries(): Html {
  return html`${paragraphs('When an answer is lost, send the same request again. It is done once.')}${list([
    '**Payin.** The same `internalId`, amount and currency give the earlier invoice again, not a second one, while it is `new` or in `dispute` and for 24 hours after it was `paid`. One that was canceled or has expired frees the ID.',
    '**Payout.** The same `internalId` with the same values is the same payout for ever, in whatever state it is. With other values it is refused.',
    '**Payout without `internalId`, withdrawal.** The very same signed bytes are one request for 24 hours, whatever key they come with, and give the first answer again. A store can set another time, switch this off, or demand an `internalId` for every payout. To pay the same twice on purpose, send an `internalId` or `X-Timestamp`.',
    '**Any POST.** With an `Idempotency-Key` header of your choice (a UUID will do), the same key and body give the first answer again for at least 24 hours, also when a rule refused it: after a refusal, take a new key. The same key with another body is refused with `409`. The key is looked at before a two-factor code, so a repeated withdrawal needs no new one.',
    '**503** comes with `Retry-After`. Repeat after that many seconds, with growing pauses if it goes on.',
  ])}`;
}

const invoiceMeanings: Readonly<Record<InvoiceStatus, string>> = {
  new: 'Open. A payin waits for its transfer, a payout for its maker.',
  paid: 'The money was confirmed and is booked. A payout that turns out not to be paid is `new` again, or `canceled`.',
  canceled: 'Ended before a transfer was confirmed.',
  expired: 'Its time passed without a confirmed transfer.',
  dispute:
    'Somebody says the outcome is wrong. Ends as `paid`, goes back to where it came from, or, when it was not paid, is open again or `canceled`.',
};

const dealMeanings: Readonly<Record<DealStatus, string>> = {
  new: 'A payout that no maker has taken yet.',
  transfer_waiting: 'Requisites are given out; the transfer is awaited until `canceledAt`.',
  transfer_confirmed:
    'A receipt says that the transfer was made. From here on time does not end the deal; an operator who finds that no money came cancels it, and the sums are empty again. A payout counts as paid when you or an operator confirm it, or when nobody has objected for as long as the store’s hold lasts.',
  completed: 'The money arrived.',
  canceled: 'Ended without money. No longer shown in `deals`.',
  expired: 'Its time passed without money. No longer shown in `deals`.',
  dispute: 'Under dispute.',
};

const withdrawalMeanings: Readonly<Record<keyof typeof withdrawalStatuses, string>> = {
  created: 'Created; the funds are frozen.',
  sending: 'Being sent.',
  sent: 'Sent; `txId` is known.',
  rejected: 'Rejected; the funds are back.',
};

function statuses(): Html {
  const numbered = Object.entries(withdrawalMeanings).map(([name, meaning]): [string, string] => [
    String(withdrawalStatuses[name as keyof typeof withdrawalStatuses]),
    meaning,
  ]);
  return html`<h3>Invoice</h3>
${meanings(Object.entries(invoiceMeanings))}<h3>Deal</h3>
${meanings(Object.entries(dealMeanings))}<h3>Withdrawal</h3>
${meanings(numbered)}`;
}

function meanings(entries: readonly (readonly [string, string])[]): Html {
  return table(
    ['Status', 'Meaning'],
    entries.map(([status, meaning]) => [inline(`\`${status}\``), inline(meaning)]),
  );
}

export function errors(): Html {
  const example = [{ code: 'blank', message: errorCatalogue.blank.message, field: 'amount' }];
  const rows = errorCodes.map((code) => [
    html`<code id="error-${escaped(code)}">${breakable(code)}</code>`,
    escaped(String(statusOf(code))),
    html`${escaped(errorCatalogue[code].message)}<br><small>${inline(errorCatalogue[code].advice)}</small>`,
  ]);
  return html`${paragraphs(
    'A refusal is a JSON array with one element for each fault found. `code` is stable, for programs; `message` is for people; `field` names the parameter at fault, where there is one. Success is always `200`.',
  )}${codeBlock('An answer with status 400', jsonCode(prettyJson(example)))}${table(['Code', 'Status', 'Message, and what to do'], rows)}`;
}

/** A long code may break after an underscore, so that its column stays narrow. */
export function breakable(code: string): Html {
  return html`${code.split(/(?<=_)/).map((part, index) => (index === 0 ? escaped(part) : html`<wbr>${escaped(part)}`))}`;
}
