import type pg from 'pg';
import type { SealedTransfer } from '../../domain/book/sealed-transfer.ts';
import { balanceLaw, type LawSubject, steadyLaws, touchedLaws } from '../ledger/law-texts.ts';
import { checkLaw, type LawReport, subjectOfMore, type Violation } from '../ledger/ledger-laws.ts';
import type { KnownFault } from './book-faults.ts';

/** What the laws are asked of. */
type Touched = Readonly<Record<LawSubject, ReadonlySet<string>>>;

/**
 * The subjects of transfers, the deals that decisions were about with all their decisions, and the invoices of these deals. With the
 * subjects of faults that are known: they are asked again until they are right. `isOfNow`: it was all touched just now, so nothing of
 * it lies in the archive.
 */
export async function findTouched(
  client: pg.ClientBase,
  transfers: readonly Pick<SealedTransfer, 'subjectId' | 'kind'>[],
  { faults = [], isOfNow = false }: { readonly faults?: readonly KnownFault[]; readonly isOfNow?: boolean } = {},
): Promise<Touched> {
  const known = faults.filter(({ subject }) => subject !== subjectOfMore);
  const of = (prefix: string, ...abouts: LawSubject[]) =>
    new Set([
      ...transfers.filter(({ kind }) => kind.startsWith(prefix)).map(({ subjectId }) => subjectId),
      ...known
        .filter(({ law }) => abouts.some((about) => touchedLaws[law]?.about === about))
        .map(({ subject }) => subject),
    ]);
  const [payins, payouts] = [of('payin_', 'payins', 'deals'), of('payout_', 'payouts', 'deals')];
  const decisions = of('correction_');
  // Of a payin that brought too much, or of the payout that returns it.
  for (const id of of('excess_')) {
    payins.add(id);
    payouts.add(id);
  }
  const decided = await readIds(client, dealsOfDecisions, decisions);
  for (const id of decided) {
    payins.add(id);
    payouts.add(id);
  }
  const deals = new Set([...payins, ...payouts]);
  const facts = `select decision_id as id from dispute_facts where deal_id = any($1) and decision_id is not null`;
  const all = await readIds(client, facts, deals);
  const table = isOfNow ? 'only deals' : 'deals';
  const invoices = await readIds(client, `select distinct invoice_id as id from ${table} where id = any($1)`, deals);
  const knownInvoices = known.filter(({ law }) => touchedLaws[law]?.about === 'invoices').map(({ subject }) => subject);
  return {
    transfers: new Set([...of('', 'transfers'), ...decided, ...all]),
    payins,
    payouts,
    deals: new Set([...deals, ...decisions, ...all]),
    withdrawals: of('withdrawal_', 'withdrawals'),
    invoices: new Set([...invoices, ...knownInvoices]),
  };
}

export const dealsOfDecisions = 'select deal_id as id from dispute_facts where decision_id = any($1)';

async function readIds(client: pg.ClientBase, text: string, ids: ReadonlySet<string>): Promise<Set<string>> {
  if (ids.size === 0) return new Set();
  const { rows } = await client.query(text.replace('$1', '$1::uuid[]'), [listOf(ids)]);
  return new Set(rows.map(({ id }) => id));
}

/** As the database writes it: the driver's own way looks at each for what an ID never has. */
function listOf(ids: ReadonlySet<string>): string {
  return `{${[...ids].join(',')}}`;
}

/** The IDs that laws may have named, as subjects of faults. */
export function subjectsOf(touched: Touched): string[] {
  return [...new Set(Object.values(touched).flatMap((ids) => [...ids]))];
}

/** Whether there is a fault that a step of the sealer can ask again. */
export function hasOpenFaults(faults: readonly KnownFault[]): boolean {
  return faults.some(({ law }) => law in touchedLaws || steadyLawNames.includes(law));
}

/** Each law of what it is about; where there is nothing of the kind, it holds. `isPrepared`: for a session that asks few, and often. */
export async function checkTouched(
  client: pg.Client,
  touched: Touched,
  { isOfNow = false, isPrepared = false }: { readonly isOfNow?: boolean; readonly isPrepared?: boolean } = {},
): Promise<LawReport[]> {
  const reports: LawReport[] = [];
  const lists = new Map(Object.entries(touched).map(([about, ids]) => [about, listOf(ids)]));
  for (const [place, [law, { about, query, queryOfLiving }]] of Object.entries(touchedLaws).entries()) {
    const asked = isPrepared ? { name: `law-${place}-of-${isOfNow ? 'living' : 'all'}` } : {};
    reports.push(
      touched[about].size === 0
        ? { law, durationMs: 0, violations: [] }
        : await checkLaw(client, law, isOfNow ? queryOfLiving : query, [lists.get(about)], asked),
    );
  }
  return reports;
}

/** Each balance is what the last page that touched it says, and what is not sealed yet ($1 accounts, $2 amounts) adds to it. */
const balancesAreSealed = `
  select a.id::text, 'balance ' || a.balance || ', transfers ' || coalesce(s.balance, 0) + coalesce(u.amount, 0)
  from accounts a left join lateral (
    select b.balance from book_balances b where b.account_id = a.id order by b.page desc limit 1
  ) s on true
  left join unnest($1::int[], $2::int8[]) u(account_id, amount) on u.account_id = a.id
  where a.balance <> coalesce(s.balance, 0) + coalesce(u.amount, 0)`;

/** What is open now, and all balances. In a transaction that sees these changes beside what is sealed. */
export async function checkSteady(
  client: pg.Client,
  unsealed: ReadonlyMap<number, bigint> = new Map(),
): Promise<LawReport[]> {
  const reports: LawReport[] = [];
  for (const [law, query] of Object.entries(steadyLaws)) reports.push(await checkLaw(client, law, query));
  const changes = [[...unsealed.keys()], [...unsealed.values()]];
  reports.push(await checkLaw(client, balanceLaw, balancesAreSealed, changes));
  return reports;
}

export const steadyLawNames = [...Object.keys(steadyLaws), balanceLaw];

export function violationsOf(reports: readonly LawReport[]): Violation[] {
  return reports.flatMap(({ violations }) => violations);
}
