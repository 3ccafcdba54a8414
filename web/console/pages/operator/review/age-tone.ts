/** From when on a case is shown as waiting long, and as late. */
interface Limit {
  readonly warnMinutes: number;
  readonly lateMinutes: number;
}

type AgeTone = 'warn' | 'late' | null;

export function ageTone(ageMs: number, limit: Limit | undefined): AgeTone {
  if (limit === undefined) return null;
  const minutes = ageMs / 60_000;
  if (minutes >= limit.lateMinutes) return 'late';
  return minutes >= limit.warnMinutes ? 'warn' : null;
}

/** The case to show after this one: the one behind it, else the one before; null: there is no other. */
export function caseAfter(ids: readonly string[], id: string, step: 1 | -1 = 1): string | null {
  const index = ids.indexOf(id);
  if (index === -1) return ids[0] ?? null;
  return ids[index + step] ?? ids[index - step] ?? null;
}
