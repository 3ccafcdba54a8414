import type pg from 'pg';
import { type CompiledTemplates, compileTemplates } from '../../../domain/messages/reading.ts';
import type { MessageTemplate } from '../../../domain/messages/template.ts';
import { isUsable, type TemplateRecord, type TemplateVersion } from '../../../domain/messages/template-record.ts';
import { orUnavailable } from '../../database/database-errors.ts';

const versionColumns = `v.template_id as id, v.version, v.name, v.currency, v.bank, v.senders, v.pattern,
  v.stop_words as "stopWords", v.tests, v.created_at as "createdAt", v.created_by as "createdBy"`;

/** All of them, by bank and in the order in which they were added. */
export async function readTemplates(client: pg.Pool | pg.PoolClient): Promise<readonly TemplateRecord[]> {
  const { rows: templates } = await client.query(
    'select id, key, version_on as "versionOn" from message_templates order by id',
  );
  const { rows: versions } = await client.query(
    `select ${versionColumns} from message_template_versions v join message_templates t on t.id = v.template_id
     where v.version = t.version_on
       or v.version = (select max(version) from message_template_versions where template_id = t.id)
     order by v.template_id, v.version`,
  );
  return templates.flatMap(({ id, key, versionOn }): TemplateRecord[] => {
    const own: readonly TemplateVersion[] = versions.filter((version) => version.id === id);
    const latest = own.at(-1);
    const on = own.find(({ version }) => version === versionOn) ?? null;
    return latest === undefined ? [] : [{ id, key, on, latest }];
  });
}

/** The newest first. */
export async function readTemplateVersions(pool: pg.Pool, id: number): Promise<readonly TemplateVersion[]> {
  const { rows } = await orUnavailable(
    pool.query(
      `select ${versionColumns} from message_template_versions v where v.template_id = $1 order by v.version desc limit 200`,
      [id],
    ),
  );
  return rows;
}

/** One version of each of these templates, for acts that name it. */
export async function findTemplateVersions(
  client: pg.PoolClient,
  wanted: readonly { readonly id: number; readonly version: number | null }[],
): Promise<readonly TemplateVersion[]> {
  const named = wanted.filter(({ version }) => version !== null);
  const { rows } = await client.query(
    `select ${versionColumns} from message_template_versions v
     join unnest($1::int4[], $2::int4[]) w(id, version) on w.id = v.template_id and w.version = v.version`,
    [named.map(({ id }) => id), named.map(({ version }) => version)],
  );
  return rows;
}

let compiledLast: { readonly key: string; readonly compiled: CompiledTemplates } | null = null;

/**
 * What the catalogue of this process reads messages by. Compiled once for each change of the templates: the catalogue is read
 * anew with every rate.
 */
export async function readCompiledTemplates(
  client: pg.PoolClient,
  subunits: (currency: string) => number,
): Promise<CompiledTemplates> {
  const { rows } = await client.query<MessageTemplate>(
    `select v.template_id as id, v.version, v.currency, v.bank, v.senders, v.pattern, v.stop_words as "stopWords"
     from message_templates t join message_template_versions v on v.template_id = t.id and v.version = t.version_on
     order by t.id`,
  );
  const key = JSON.stringify(rows.map((row) => [row, subunits(row.currency)]));
  if (compiledLast?.key !== key) {
    compiledLast = { key, compiled: compileTemplates(rows.filter(isUsable), subunits) };
  }
  return compiledLast.compiled;
}
