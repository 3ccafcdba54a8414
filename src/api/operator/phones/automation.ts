import { Type } from 'typebox';
import { requireOwnMaker } from '../../../domain/authority/setting-acts.ts';
import type { Maker } from '../../../domain/makers/maker.ts';
import { currencyOf, formatAmount } from '../../../domain/money/money.ts';
import { firstIdAt } from '../../../domain/text/uuid.ts';
import { setAutomation as setAutomationAct } from '../../../settings/makers/automation.ts';
import { findMakerTrust } from '../../../storage/reads/messages/message-reads.ts';
import type { ShapeOf } from '../../schemas.ts';
import { type OperatorCall, readsOf } from '../endpoint.ts';
import { amount, figure, flag, nullable, optional, words } from '../fields.ts';
import { makerInPath, makerOf } from '../makers/maker-shape.ts';
import { settingsOf } from '../setting-endpoint.ts';

const automation = settingsOf({ tag: 'Phones', scope: 'money' });
const read = readsOf({ tag: 'Phones', roles: ['operator', 'maker'] });

const AutomationShape = Type.Object(
  {
    makerId: figure('Whose phones'),
    currency: words('Of the sums: what deals take of its balance'),
    isOn: flag('True: messages of its phones settle deals by themselves'),
    dealMax: nullable(Type.String(), 'The largest deal; null: no limit'),
    dayMax: nullable(Type.String(), 'The sum of a day, UTC; null: no limit'),
    breakMax: words('Up to here also when the balance told does not follow from the one before'),
    trust: Type.Object(
      {
        days: figure('Over how many days'),
        messages: figure('Messages that came'),
        settled: figure('That settled a deal by themselves'),
        held: figure('That were held for a person'),
        kept: figure('Whose balance follows from the one before'),
        breaks: figure('Whose balance does not'),
        forged: figure('That an operator has called false'),
        corrections: figure('Deals whose dispute was accepted'),
        late: figure('Money that was told of after its deal had ended'),
      },
      { description: 'What speaks for and against believing its phones' },
    ),
  },
  { $id: 'MakerAutomation' },
);
type AutomationShape = ShapeOf<typeof AutomationShape>;

const trustDays = 30;

const exampleAutomation: AutomationShape = {
  makerId: 1,
  currency: 'USDT',
  isOn: true,
  dealMax: '200.00000000',
  dayMax: '5000.00000000',
  breakMax: '0.00000000',
  trust: {
    days: trustDays,
    messages: 812,
    settled: 640,
    held: 21,
    kept: 590,
    breaks: 12,
    forged: 0,
    corrections: 1,
    late: 3,
  },
};

export const readAutomation = read({
  path: '/makers/:id/automation',
  operationId: 'readAutomation',
  summary: "What messages of a maker's phones may settle by themselves",
  params: { id: makerInPath },
  response: AutomationShape,
  example: { answer: exampleAutomation },
  async handle(call) {
    const { id } = call.params;
    requireOwnMaker(call.actor, id);
    return await automationDTO(call, makerOf(call, id));
  },
});

export const setAutomation = automation(setAutomationAct, {
  method: 'PATCH',
  path: '/makers/:id/automation',
  operationId: 'setAutomation',
  summary: 'Set what messages may settle by themselves',
  description:
    'Off for a new maker. What is absent stays as it is. Above a limit the arrival is held for a person, and says which limit it was.',
  // What a token may move a day would be worth little if it could say what is settled without anybody.
  isForPeople: true,
  params: { id: makerInPath },
  body: {
    isOn: Type.Optional(flag('True: messages of its phones settle deals by themselves')),
    dealMax: optional(amount('A sum'), 'The largest deal; null: no limit'),
    dayMax: optional(amount('A sum'), 'The sum of a day; null: no limit'),
    breakMax: Type.Optional(amount('Up to here also when the balance told does not follow from the one before')),
  },
  response: AutomationShape,
  refusals: ['invalid_amount'],
  example: {
    body: { isOn: true, dealMax: '200', dayMax: '5000', reason: 'A month without a break' },
    answer: exampleAutomation,
  },
  input: ({ params, body }) => ({ ...body, id: params.id }),
  answer: (_, call) => automationDTO(call, makerOf(call, call.params.id)),
});

async function automationDTO({ context }: OperatorCall, maker: Maker): Promise<AutomationShape> {
  const { isOn, dealMax, dayMax, breakMax } = maker.automation;
  const { subunit } = currencyOf(context.catalogue(), maker.settlementCurrency);
  const since = context.clock() - trustDays * 86_400_000;
  const trust = await findMakerTrust(context.pool, maker.id, { since, sinceId: firstIdAt(since) });
  return {
    makerId: maker.id,
    currency: maker.settlementCurrency,
    isOn,
    dealMax: dealMax === null ? null : formatAmount(dealMax, subunit),
    dayMax: dayMax === null ? null : formatAmount(dayMax, subunit),
    breakMax: formatAmount(breakMax, subunit),
    trust: { days: trustDays, ...trust },
  };
}
