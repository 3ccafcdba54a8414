import { closeSessions } from '../../../settings/close-sessions.ts';
import { byOf, type OperatorCall } from '../endpoint.ts';
import { ownReason } from './own-access.ts';

/** Ends sessions of the person who asks, and tells windows that are open in them. Answers with how many these were. */
export async function endOwnSessions(
  call: OperatorCall,
  which: 'all' | { readonly except: string } | { readonly id: string },
): Promise<number> {
  const { id: userId } = call.signedIn.user;
  const ended = await call.context.settings.run(closeSessions, { userId, which }, byOf(call, ownReason));
  call.context.announce([`session u${userId}`]);
  return ended;
}
