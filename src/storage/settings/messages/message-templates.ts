import type { TemplateVersion } from '../../../domain/messages/template-record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

interface StoredTemplate extends TemplateVersion {
  readonly key: string | null;
}

/** New ones with their first version, switched off. */
export async function insertTemplates(tx: SettingsTransaction, templates: readonly StoredTemplate[]): Promise<void> {
  if (templates.length === 0) return;
  await tx.client.query(
    `insert into message_templates (id, key, created_at)
     select t.id, t.key, to_timestamp(t.at / 1000) from unnest($1::int4[], $2::text[], $3::float8[]) t(id, key, at)`,
    [templates.map(({ id }) => id), templates.map(({ key }) => key), templates.map(({ createdAt }) => createdAt)],
  );
  for (const template of templates) await insertTemplateVersion(tx, template);
}

export async function insertTemplateVersion({ client }: SettingsTransaction, version: TemplateVersion): Promise<void> {
  const { id, name, currency, bank, senders, pattern, stopWords, tests, createdAt, createdBy } = version;
  await client.query(
    `insert into message_template_versions (template_id, version, name, currency, bank, senders, pattern, stop_words, tests,
       created_at, created_by)
     values ($1, $2, $3, $4, $5, $6::text[], $7, $8::text[], $9::jsonb, to_timestamp($10::float8 / 1000), $11)`,
    [
      id,
      version.version,
      name,
      currency,
      bank,
      senders,
      pattern,
      stopWords,
      JSON.stringify(tests),
      createdAt,
      createdBy,
    ],
  );
}

export async function switchTemplates(
  { client }: SettingsTransaction,
  switches: readonly { readonly id: number; readonly version: number | null }[],
): Promise<void> {
  await client.query(
    `update message_templates t set version_on = s.version from unnest($1::int4[], $2::int4[]) s(id, version)
     where t.id = s.id`,
    [switches.map(({ id }) => id), switches.map(({ version }) => version)],
  );
}
