import { Type } from 'typebox';
import { currencyOf, moneyDTO } from '../../../domain/money/money.ts';
import { links } from '../../../domain/phones/balance-chain.ts';
import { outcomes } from '../../../domain/phones/judge-message.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import type { ListedMessage } from '../../../storage/reads/messages/message-reads.ts';
import type { ApiContext } from '../../context.ts';
import { at, exampleIds, rubles } from '../../examples.ts';
import { money, oneOf, type ShapeOf } from '../../schemas.ts';
import { figure, nullable, timestampOrNull, words } from '../fields.ts';

const verdicts = { entered: 'entered', dismissed: 'dismissed', false: 'false' } as const;

export const MessageShape = Type.Object(
  {
    id: words('Message ID'),
    phoneId: figure('The phone it came to'),
    phoneName: words('What the maker calls that phone'),
    makerId: figure('Whose phone'),
    sender: words('A number, a name, or the package of an app'),
    title: words('Of a notification'),
    text: words('As it came'),
    receivedAt: nullable(words('When'), "When the phone had it, by the phone's clock; null where it does not say"),
    cameAt: words('When it came here'),
    outcome: nullable(
      oneOf(outcomes),
      '`settled` a deal; `held` for a person; `replay` of an earlier one; `stopped` by a stop word; `unread` by any template; `ambiguous`; null while nobody has read it',
    ),
    reason: nullable(
      words('Why'),
      'Why it is held (a code), the stop word that was found, the templates that read it, or the message that it repeats',
    ),
    templateId: nullable(Type.Integer(), 'The template that read it'),
    requisiteId: nullable(Type.Integer(), 'Where the money came to'),
    sum: nullable(money('Money'), 'How much came'),
    balance: nullable(money('Money'), 'The balance that it tells'),
    chain: nullable(
      oneOf(links),
      'Whether that balance follows from the one before: `first` has none before it, `kept`, `broken`',
    ),
    arrivalId: nullable(Type.String(), 'The arrival that it became'),
    dealId: nullable(Type.String(), 'The deal that the arrival has paid, or was most likely meant for'),
    readLateAt: nullable(
      words('When'),
      'When it was read after all: nobody could when it came, and a template was switched on later',
    ),
    verdict: nullable(
      oneOf(verdicts),
      "A person's word: `entered` by hand as an arrival, `dismissed` as nothing to do, `false` as forged",
    ),
    decidedBy: nullable(Type.String(), 'Who said so'),
    decidedAt: nullable(Type.String(), 'When'),
  },
  { $id: 'PhoneMessage' },
);
export type MessageShape = ShapeOf<typeof MessageShape>;

export function messageDTO(context: ApiContext, message: ListedMessage): MessageShape {
  const { read } = message;
  const currency = read?.currency == null ? null : currencyOf(context.catalogue(), read.currency);
  const sumOf = (amount: bigint | null | undefined) =>
    amount === null || amount === undefined || currency === null ? null : moneyDTO(amount, currency);
  return {
    id: String(message.id),
    phoneId: message.phoneId,
    phoneName: message.phoneName,
    makerId: message.makerId,
    sender: message.sender,
    title: message.title,
    text: message.text,
    receivedAt: timestampOrNull(message.receivedAt),
    cameAt: formatTimestamp(message.cameAt),
    outcome: read?.outcome ?? null,
    reason: read?.reason ?? null,
    templateId: read?.templateId ?? null,
    requisiteId: read?.requisiteId ?? null,
    sum: sumOf(read?.amount),
    balance: sumOf(read?.balance),
    chain: read?.link ?? null,
    arrivalId: read?.arrivalId ?? null,
    dealId: read?.dealId ?? null,
    readLateAt: timestampOrNull(read?.readLateAt ?? null),
    verdict: read?.verdict ?? null,
    decidedBy: read?.decidedBy ?? null,
    decidedAt: timestampOrNull(read?.decidedAt ?? null),
  };
}

const exampleMessage: MessageShape = {
  id: '4711',
  phoneId: 3,
  phoneName: 'Pixel on the shelf',
  makerId: 1,
  sender: '900',
  title: '',
  text: 'СЧЁТ4821 14:07 Перевод 3150р от Олег К. Баланс: 9402.15р',
  receivedAt: at('11:07:21'),
  cameAt: at('11:07:22'),
  outcome: 'settled',
  reason: null,
  templateId: 1,
  requisiteId: 1,
  sum: rubles('3150.00'),
  balance: rubles('9402.15'),
  chain: 'kept',
  arrivalId: exampleIds.arrival,
  dealId: exampleIds.invoice,
  readLateAt: null,
  verdict: null,
  decidedBy: null,
  decidedAt: null,
};

export const exampleHeldMessage: MessageShape = {
  ...exampleMessage,
  outcome: 'held',
  reason: 'other_digits',
  requisiteId: null,
  chain: null,
  arrivalId: null,
  dealId: null,
};
