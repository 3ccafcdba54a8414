import type { Role } from '../people/audit.ts';

/**
 * Who told of an arrival first. `operator`: an operator, or a program with an operator's rights; `maker`: a maker, by hand;
 * `phone`: a message on a maker's phone; `operators_file` and `makers_file`: a line of a bank's file that an operator or a maker brought in.
 */
export const tellers = {
  operator: 'operator',
  maker: 'maker',
  phone: 'phone',
  operators_file: 'operators_file',
  makers_file: 'makers_file',
} as const;
export type Teller = keyof typeof tellers;

/** Whose phones and files say what the maker wants them to say. */
export const makersTellers: readonly Teller[] = ['maker', 'phone', 'makers_file'];

export function tellerOf(
  role: Role,
  { isOfFile, isMessage }: { readonly isOfFile: boolean; readonly isMessage: boolean },
): Teller {
  if (isMessage) return 'phone';
  if (isOfFile) return role === 'operator' ? 'operators_file' : 'makers_file';
  return role === 'operator' ? 'operator' : 'maker';
}
