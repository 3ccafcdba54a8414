import type pg from 'pg';
import { requisitePlace } from '../../domain/requisite-number.ts';
import type { LimitValues, RequisiteValues } from '../../domain/requisite-settings.ts';
import { AppError } from '../../errors.ts';
import { inTransaction } from '../transaction.ts';
import { type ByWhom, entry } from './access.ts';
import { createServiceAccounts } from './reference-rows.ts';
import { writeAudit } from './write-audit.ts';

/** Makers and their requisites. Each change is in the audit log, in the same transaction. */
export class MakerSettings {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async createMaker(maker: { readonly name: string; readonly currency: string }, by: ByWhom): Promise<number> {
    return await inTransaction(this.#pool, async (client) => {
      await createServiceAccounts(client, [maker.currency]);
      // The accounts name their owner, and the owner names its accounts: so the ID comes first.
      const { rows } = await client.query(`select nextval(pg_get_serial_sequence('makers', 'id'))::int4 as id`);
      const { id } = rows[0];
      const { rows: accounts } = await client.query(
        `insert into accounts (kind, owner_id, currency)
         values ('maker_available', $1, $2), ('maker_held', $1, $2) returning id, kind`,
        [id, maker.currency],
      );
      const accountOf = (kind: string) => accounts.find((row) => row.kind === kind).id;
      await client.query(
        'insert into makers (id, name, settlement_currency, available_id, held_id) values ($1, $2, $3, $4, $5)',
        [id, maker.name, maker.currency, accountOf('maker_available'), accountOf('maker_held')],
      );
      await writeAudit(client, [entry(by, 'create_maker', 'maker', id, { ...maker })]);
      return id;
    });
  }

  async renameMaker(id: number, name: string, by: ByWhom): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query('update makers set name = $2 where id = $1', [id, name]);
      if (rowCount === 0) throw new AppError('not_found');
      await writeAudit(client, [entry(by, 'change_maker', 'maker', id, { name })]);
    });
  }

  /** All of them or none. Answers with their IDs, in order; refuses numbers that are in use, whoever holds them. */
  async createRequisites(makerId: number, requisites: readonly RequisiteValues[], by: ByWhom): Promise<number[]> {
    return await inTransaction(this.#pool, async (client) => {
      const { rows: makers } = await client.query('select 1 from makers where id = $1', [makerId]);
      if (makers[0] === undefined) throw new AppError('not_found', { field: 'makerId' });
      // Two who enter the same card at once would not see each other's.
      await client.query('lock table requisites in share row exclusive mode');
      const taken = await findTaken(client, requisites);
      const [first] = taken;
      if (first !== undefined) throw new AppError('requisite_taken', { field: 'number', number: first });
      const ids = await insertRequisites(client, makerId, requisites);
      await writeAudit(
        client,
        ids.map((id, index) => entry(by, 'create_requisite', 'requisite', id, details(makerId, requisites[index]))),
      );
      return ids;
    });
  }

  /** Which of these places are in use already. Asked before an import, to report all of them. */
  async findTakenNumbers(requisites: readonly RequisiteValues[]): Promise<ReadonlySet<string>> {
    return await inTransaction(this.#pool, async (client) => new Set(await findTaken(client, requisites)));
  }

  /** A maker changes only its own; another's does not exist. */
  async changeRequisite(
    id: number,
    change: { readonly isPaused?: boolean | undefined; readonly limits?: LimitValues },
    by: ByWhom,
  ): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query(
        'select 1 from requisites where id = $1 and ($2::int4 is null or maker_id = $2) for no key update',
        [id, by.actor.role === 'operator' ? null : (by.actor.makerId ?? 0)],
      );
      if (rows[0] === undefined) throw new AppError('not_found');
      await updateRequisite(client, id, change);
      const changed = {
        ...(change.isPaused === undefined ? {} : { isPaused: change.isPaused }),
        ...limitDetails(change.limits),
      };
      await writeAudit(client, [entry(by, 'change_requisite', 'requisite', id, changed)]);
    });
  }
}

async function findTaken(client: pg.PoolClient, requisites: readonly RequisiteValues[]): Promise<string[]> {
  const { rows } = await client.query('select number, bank from requisites where number = any($1::text[])', [
    requisites.map(({ number }) => number),
  ]);
  const places = new Set(rows.map(requisitePlace));
  return requisites.filter((requisite) => places.has(requisitePlace(requisite))).map(({ number }) => number);
}

/** Fifteen minutes, as the column has it. */
const usualRestMs = 900_000;

async function insertRequisites(
  client: pg.PoolClient,
  makerId: number,
  requisites: readonly RequisiteValues[],
): Promise<number[]> {
  const column = (read: (requisite: RequisiteValues) => unknown) => requisites.map(read);
  const { rows } = await client.query(
    `insert into requisites (maker_id, option, bank, currency, number, holder, deal_min, deal_max, day_max,
       active_deals_max, rest_ms)
     select $1, option, bank, currency, number, holder, deal_min, deal_max, day_max, active_deals_max, rest_ms
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int8[], $8::int8[], $9::int8[],
       $10::int4[], $11::int4[]) with ordinality r(option, bank, currency, number, holder, deal_min, deal_max, day_max,
       active_deals_max, rest_ms, position)
     order by position returning id`,
    [
      makerId,
      column(({ option }) => option),
      column(({ bank }) => bank),
      column(({ currency }) => currency),
      column(({ number }) => number),
      column(({ holder }) => holder ?? ''),
      column(({ dealMin }) => dealMin ?? null),
      column(({ dealMax }) => dealMax ?? null),
      column(({ dayMax }) => dayMax ?? null),
      column(({ activeDealsMax }) => activeDealsMax ?? null),
      column(({ restMs }) => restMs ?? usualRestMs),
    ],
  );
  return rows.map((row) => row.id);
}

/** A limit that is null is taken away; one that is undefined stays. */
async function updateRequisite(
  client: pg.PoolClient,
  id: number,
  { isPaused, limits }: { readonly isPaused?: boolean | undefined; readonly limits?: LimitValues },
): Promise<void> {
  await client.query(
    `update requisites set paused = coalesce($2, paused), holder = coalesce($3, holder), rest_ms = coalesce($4, rest_ms),
       deal_min = case when $5 then $6::int8 else deal_min end,
       deal_max = case when $7 then $8::int8 else deal_max end,
       day_max = case when $9 then $10::int8 else day_max end,
       active_deals_max = case when $11 then $12::int4 else active_deals_max end
     where id = $1`,
    [
      id,
      isPaused,
      limits?.holder,
      limits?.restMs,
      limits?.dealMin !== undefined,
      limits?.dealMin,
      limits?.dealMax !== undefined,
      limits?.dealMax,
      limits?.dayMax !== undefined,
      limits?.dayMax,
      limits?.activeDealsMax !== undefined,
      limits?.activeDealsMax,
    ],
  );
}

/** The audit log knows a number by its last four digits. */
function details(makerId: number, requisite: RequisiteValues | undefined): Record<string, string | number> {
  if (requisite === undefined) return { makerId };
  const { option, bank, currency, number } = requisite;
  return { makerId, option, bank, currency, number: `…${number.slice(-4)}` };
}

function limitDetails(limits: LimitValues | undefined): Record<string, string | number | null> {
  const found: Record<string, string | number | null> = {};
  for (const [name, value] of Object.entries(limits ?? {})) {
    if (value !== undefined) found[name] = typeof value === 'bigint' ? value.toString() : value;
  }
  return found;
}
