import { Type } from 'typebox';
import { recordArrival } from '../../../commands/arrivals/record-arrival.ts';
import { messageReference, outcomes } from '../../../domain/phones/judge-message.ts';
import { momentOf } from '../../../domain/phones/repeated-message.ts';
import { AppError } from '../../../errors/app-error.ts';
import { claimMessage, judgeMessage as judgeAct, releaseMessage } from '../../../settings/makers/automation.ts';
import {
  findMessage,
  listMessages as findMessages,
  type ListedMessage,
} from '../../../storage/reads/messages/message-reads.ts';
import { json } from '../../endpoint.ts';
import { bigIdInPath, choiceQuery, integerQuery } from '../../parameters.ts';
import { byOf, endpoint, type OperatorCall, readsOf } from '../endpoint.ts';
import { amount, foundRowId, Reason } from '../fields.ts';
import { longPageQuery, page, pageDTO } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { exampleHeldMessage, MessageShape, messageDTO } from './message-shape.ts';

const messages = settingsOf({ tag: 'Phones', scope: 'money' });
const read = readsOf({ tag: 'Phones', roles: ['operator', 'maker'] });

const places = { open: 'open' } as const;

export const listMessages = read({
  path: '/messages',
  operationId: 'listMessages',
  summary: 'List messages of phones',
  description:
    'Newest first, as they came, with what became of each. `waiting=open` are those that a person has to decide about; what has become an arrival is decided there. A maker sees those of the own phones.',
  query: {
    outcome: choiceQuery(outcomes),
    waiting: choiceQuery(places, '`open`: those that wait for a person'),
    makerId: integerQuery('Of one maker'),
    phoneId: integerQuery('Of one phone'),
    ...longPageQuery,
  },
  response: page(MessageShape),
  example: { answer: { items: [exampleHeldMessage], next: null } },
  async handle({ context, actor, query }) {
    const { outcome, waiting, phoneId, limit } = query;
    const makerId = actor.role === 'maker' ? actor.makerId : query.makerId;
    const after = query.after === null ? null : BigInt(query.after);
    const filter = { makerId, phoneId, outcome, isOpen: waiting === 'open' };
    return pageDTO(await findMessages(context.pool, filter, { after, limit }), (one) => messageDTO(context, one));
  },
});

const messageInPath = bigIdInPath('Message ID');

export const judgeMessage = messages(judgeAct, {
  method: 'POST',
  path: '/messages/:id/verdict',
  operationId: 'judgeMessage',
  summary: 'Say what a message is',
  description:
    '`dismissed`: nothing is to be done about it. `false`: it is forged; its maker loses the automation until an operator gives it back. What it has settled stays settled: open a dispute for that.',
  params: { id: messageInPath },
  body: { verdict: Type.Enum(['dismissed', 'false'], { description: 'What it is' }) },
  response: MessageShape,
  refusals: ['message_being_entered', 'message_being_read', 'message_decided', 'message_has_arrival'],
  example: {
    body: { verdict: 'dismissed', reason: 'An advert' },
    answer: { ...exampleHeldMessage, verdict: 'dismissed', decidedBy: 'boris', decidedAt: '2026-11-14T12:30:00+00:00' },
  },
  input: ({ params, body }) => ({ id: params.id, verdict: body.verdict, arrivalId: null }),
  answer: async (_, call) => messageDTO(call.context, await foundMessage(call, call.params.id)),
});

export const enterMessage = endpoint({
  method: 'POST',
  path: '/messages/:id/enter',
  operationId: 'enterMessage',
  summary: 'Enter a message as money that arrived',
  description:
    'For a message that no template reads, or that does not say which requisite. The arrival settles its deal or is held, like one that is entered by hand. One message is one arrival: what somebody has begun to enter can only be finished as it was begun.',
  tag: 'Phones',
  roles: ['operator'],
  scope: 'money',
  params: { id: messageInPath },
  body: json(
    Type.Object({
      requisiteId: foundRowId('Where the money came to, one of the same maker'),
      amount: amount('A decimal sum as a string'),
      reason: Reason,
    }),
  ),
  response: MessageShape,
  refusals: [
    'invalid_amount',
    'message_being_entered',
    'message_being_read',
    'message_decided',
    'message_has_arrival',
    'not_found',
  ],
  example: {
    body: { requisiteId: 1, amount: '3150.00', reason: "The bank's app shows it" },
    answer: { ...exampleHeldMessage, verdict: 'entered', decidedBy: 'boris', decidedAt: '2026-11-14T12:30:00+00:00' },
  },
  async handle(call) {
    const { context, actor, params, body } = call;
    const { requisiteId, amount, reason } = body;
    const { id } = params;
    const by = byOf(call, reason);
    await context.settings.run(claimMessage, { id, requisiteId, amount }, by);
    const message = await foundMessage(call, id);
    const command = recordArrival({
      actor,
      reason,
      id: context.newId(),
      requisiteId,
      amount,
      arrivedAt: momentOf(message),
      // The money was there when the message was: it is not for a deal that began after that.
      cameBy: message.cameAt,
      reference: messageReference(id),
    });
    const arrival = await context.engine.submit(command).catch(async (error: unknown) => {
      // Where the outcome is not known, it stays begun: a repeat finds the arrival, or makes it.
      if (error instanceof AppError && error.status < 500) await context.settings.run(releaseMessage, { id }, by);
      throw error;
    });
    await context.settings.run(judgeAct, { id, verdict: 'entered', arrivalId: arrival.id }, by);
    return messageDTO(context, await foundMessage(call, id));
  },
});

async function foundMessage({ context }: OperatorCall, id: bigint): Promise<ListedMessage> {
  const message = await findMessage(context.pool, id);
  if (message === null) throw new AppError('not_found');
  return message;
}
