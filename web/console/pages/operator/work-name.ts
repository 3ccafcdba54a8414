import type { Dictionary } from '../../text/en/dictionary.ts';

type Kind = keyof Dictionary['operator']['queue']['kinds'];

interface Work {
  readonly kind: Kind;
  readonly deal: { readonly type: string } | null;
  readonly withdrawal: { readonly status: number } | null;
}

const approved = 3;

/** What is to be done, as people say it: a kind of work may ask for one thing before the other. */
export function workName({ operator: { queue } }: Dictionary, { kind, deal, withdrawal }: Work): string {
  if (kind === 'confirmed' && deal?.type === 'out') return queue.proof;
  if (withdrawal === null) return queue.kinds[kind];
  return withdrawal.status === approved ? queue.sendWithdrawal : queue.approveWithdrawal;
}
