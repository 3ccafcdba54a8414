import type { SignedIn } from '../../../domain/people/people.ts';
import { topics } from '../../../domain/state/concerns.ts';
import { AppError } from '../../../errors/app-error.ts';
import { eventStream } from '../../answers.ts';
import { everybody, type OperatorCall, type OperatorEndpoint, readsOf } from '../endpoint.ts';
import { authenticatePerson } from './authentication.ts';

const read = readsOf({ tag: 'People and access', roles: everybody });

export const followChanges: OperatorEndpoint = read({
  path: '/events',
  operationId: 'followChanges',
  summary: 'Hear that something changed',
  description:
    'Server-sent events named `changed`, whose `data` names what to ask for again: `{"topics":["deals","balances"]}`. ' +
    `Topics are ${Object.keys(topics).join(', ')}. They are of what the caller may see: an operator hears of everything, a ` +
    'merchant of the own stores, a maker of the own deals, arrivals, balance and requisites, and of payouts that wait for a ' +
    'maker. Nothing is kept for those who come back: ask for everything once after each connection. A stream says ' +
    'something twice a second at most, ends with the session or the token, and after an hour.',
  keepsNobodyAwake: true,
  response: eventStream('Server-sent events'),
  refusals: ['overloaded', 'rate_limited'],
  example: { answer: 'event: changed\ndata: {"topics":["deals","balances"]}\n\n' },
  async handle(call) {
    const { context, signedIn, actor } = call;
    const isAllowed = () => isStillAllowed(call);
    return async (open) => context.streams.follow({ actor, session: sessionOf(signedIn), isAllowed }, open);
  },
});

/** Which of a person's tokens it was is not known, and does not matter: the limit is of all of them together. */
function sessionOf({ csrfToken, user }: SignedIn): string {
  return csrfToken ?? `tokens of ${user.id}`;
}

/** Asked as if the request had come just now: what ends a session is written down in one place. */
async function isStillAllowed({ context, request }: OperatorCall): Promise<boolean> {
  try {
    await authenticatePerson(context, request, followChanges);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
