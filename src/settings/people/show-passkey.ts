import {
  judgePasskey,
  type Passkey,
  type PasskeyChallenge,
  type PasskeyVerdict,
  type ShownPasskey,
} from '../../domain/people/passkeys.ts';
import {
  deleteChallenge,
  lockChallenge,
  passkeys,
  updatePasskeySuspected,
} from '../../storage/settings/people/passkeys.ts';
import type { SettingsTransaction } from '../../storage/settings/settings-transaction.ts';
import type { RoutineAudit } from '../setting-act.ts';

/** The rows that decide about a passkey that is shown. */
interface ShownRows {
  readonly challenge: PasskeyChallenge | null;
  readonly passkey: Passkey | null;
}

export async function lockShown(tx: SettingsTransaction, shown: ShownPasskey | null): Promise<ShownRows> {
  if (shown === null) return { challenge: null, passkey: null };
  return {
    challenge: await lockChallenge(tx, shown.challengeHash),
    passkey: await passkeys.lock(tx, { id: shown.passkeyId }),
  };
}

/** What is stored of it, whatever becomes of the act it was shown for. */
interface ShownChange {
  readonly shown: ShownPasskey;
  readonly verdict: PasskeyVerdict;
  readonly at: number;
}

interface Judged {
  readonly isAccepted: boolean;
  /** Null where none was shown. */
  readonly change: ShownChange | null;
  /** A copy is written down in the audit log: the person has to know. */
  readonly news: readonly RoutineAudit[];
}

export function judgeShown(
  shown: ShownPasskey | null,
  rows: ShownRows,
  asked: Parameters<typeof judgePasskey>[2],
  at: number,
): Judged {
  if (shown === null) return { isAccepted: false, change: null, news: [] };
  const verdict = judgePasskey(shown, rows, asked, at);
  const { passkey } = rows;
  const details = { name: passkey?.name ?? '', userId: shown.userId, counter: shown.counter };
  const copied = { action: 'suspect-passkey', subjectKind: 'passkey', subjectId: shown.passkeyId, details };
  return {
    isAccepted: verdict === 'accepted',
    change: { shown, verdict, at },
    news: verdict === 'copied' ? [copied] : [],
  };
}

/** The challenge is used up in any case. */
export async function storeShown(tx: SettingsTransaction, change: ShownChange | null): Promise<void> {
  if (change === null) return;
  const { shown, verdict, at } = change;
  await deleteChallenge(tx, shown.challengeHash);
  if (verdict === 'accepted') {
    await passkeys.patch(tx, { id: shown.passkeyId }, { counter: shown.counter, lastUsedAt: at });
  }
  if (verdict === 'copied') await updatePasskeySuspected(tx, shown.passkeyId, at);
}
