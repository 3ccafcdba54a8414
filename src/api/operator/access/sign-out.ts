import { AppError } from '../../../errors.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { Done } from '../fields.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';

export const signOut = endpoint({
  method: 'DELETE',
  path: '/session',
  operationId: 'signOut',
  summary: 'Sign out',
  description: 'The session ends; the cookie is taken back.',
  tag: 'People and access',
  roles: everybody,
  scope: 'read',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  response: Done,
  refusals: [],
  example: { answer: { status: 'signed out' } },
  async handle(call) {
    const { context, request, signedIn } = call;
    const token = readSessionCookie(request);
    if (token === null) throw new AppError('unauthorized');
    await context.people.closeSession(token);
    context.announce([`session u${signedIn.user.id}`]);
    setSessionCookie(call, '', 0);
    return { status: 'signed out' };
  },
});
