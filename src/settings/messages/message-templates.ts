import { findBank, type Reference } from '../../domain/catalogue/reference-entries.ts';
import {
  type NewTemplate,
  readTemplate,
  type TemplateContent,
  type TemplateRecord,
  type TemplateVersion,
  templateLimits,
} from '../../domain/messages/template-record.ts';
import { requireTestsHold } from '../../domain/messages/template-tests.ts';
import { currencyOf } from '../../domain/money/money.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { markToReadAgain } from '../../storage/phones/phone-messages-again.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { findTemplateVersions, readTemplates } from '../../storage/reads/messages/message-template-reads.ts';
import {
  insertTemplates,
  insertTemplateVersion,
  switchTemplates,
} from '../../storage/settings/messages/message-templates.ts';
import { readStarterTemplates } from '../../storage/settings/messages/starter-templates.ts';
import { type SettingsTransaction, takeId, takeIds } from '../../storage/settings/settings-transaction.ts';
import { changed, type Situation, settingAct, unchanged } from '../setting-act.ts';

interface Known {
  readonly reference: Reference;
  readonly templates: readonly TemplateRecord[];
}

async function loadKnown({ client }: SettingsTransaction): Promise<Known> {
  return { reference: await readReference(client), templates: await readTemplates(client) };
}

/** A new template is off: what it reads decides which messages may settle payins. */
export const addMessageTemplate = settingAct({
  name: 'add-message-template',
  load: async (tx, _input: TemplateContent) => ({
    ...(await loadKnown(tx)),
    id: await takeId(tx, 'message_templates'),
  }),
  decide(input, { reference, templates, id }, situation) {
    if (templates.length >= templateLimits.templates) throw new AppError('too_many_templates');
    const latest = versionOf({ id, version: 1 }, checked(reference, input), situation);
    return changed<Added, TemplateRecord>({ id, key: null, on: null, latest }, { ...latest, key: null }, facts(latest));
  },
  store: (tx, template) => insertTemplates(tx, [template]),
});

type Added = TemplateVersion & Pick<TemplateRecord, 'key'>;

/** What it said stays; the version that is on stays on until another one is switched on. */
export const changeMessageTemplate = settingAct({
  name: 'change-message-template',
  load: (tx, _input: { readonly id: number; readonly content: TemplateContent }) => loadKnown(tx),
  decide({ id, content }, { reference, templates }, situation) {
    const record = templates.find((template) => template.id === id);
    if (record === undefined) throw new AppError('not_found');
    const wanted = checked(reference, content);
    if (isSame(wanted, record.latest)) return unchanged<TemplateRecord>(record);
    const latest = versionOf({ id, version: record.latest.version + 1 }, wanted, situation);
    return changed<TemplateVersion, TemplateRecord>({ ...record, latest }, latest, facts(latest));
  },
  store: insertTemplateVersion,
});

interface TemplateSwitch {
  readonly id: number;
  /** The version to read messages by; null: none. */
  readonly version: number | null;
}

/**
 * Several at once, because they are read together: every test set has to hold with all that would be on. To switch on needs a
 * second person, who sees the very version. To switch off does not: then a person decides.
 */
export const switchMessageTemplates = settingAct({
  name: 'switch-message-templates',
  load: async (tx, { switches }: { readonly switches: readonly TemplateSwitch[] }) => ({
    ...(await loadKnown(tx)),
    versions: await findTemplateVersions(tx.client, switches),
  }),
  danger({ switches }, { templates }) {
    const isNew = ({ id, version }: TemplateSwitch) =>
      version !== null && templates.find((one) => one.id === id)?.on?.version !== version;
    return switches.some(isNew) ? 'message-template' : null;
  },
  decide({ switches }, { reference, templates, versions }, { at }) {
    const after = afterSwitches(switches, templates, versions);
    const moved = after.filter(({ id, on }) => on?.version !== templates.find((one) => one.id === id)?.on?.version);
    if (moved.length === 0) return unchanged(after);
    if (moved.some(({ on }) => on !== null)) {
      const off = after.filter(({ on }) => on === null).map(({ latest }) => latest);
      requireTestsHold(
        after.flatMap(({ on }) => (on === null ? [] : [on])),
        off,
        subunitsOf(reference),
      );
    }
    const wanted = moved.map(({ id, on }) => ({ id, version: on?.version ?? null }));
    const isRead = wanted.some(({ version }) => version !== null);
    return changed(after, { wanted, readAgainAt: isRead ? at : null }, switchFacts(moved));
  },
  async store(tx, { wanted, readAgainAt }) {
    await switchTemplates(tx, wanted);
    if (readAgainAt !== null) await markToReadAgain(tx, readAgainAt);
  },
});

function afterSwitches(
  switches: readonly TemplateSwitch[],
  templates: readonly TemplateRecord[],
  versions: readonly TemplateVersion[],
): readonly TemplateRecord[] {
  if (new Set(switches.map(({ id }) => id)).size < switches.length) throw new AppError('not_found');
  const wanted = switches.map(({ id, version }) => {
    const on = versions.find((one) => one.id === id && one.version === version) ?? null;
    const isKnown = templates.some((one) => one.id === id) && (version === null) === (on === null);
    if (!isKnown) throw new AppError('not_found');
    return { id, on };
  });
  return templates.map((template) => {
    const one = wanted.find(({ id }) => id === template.id);
    return one === undefined ? template : { ...template, on: one.on };
  });
}

function switchFacts(moved: readonly TemplateRecord[]) {
  const [first] = moved;
  const list = (isOn: boolean) =>
    moved
      .filter(({ on }) => (on !== null) === isOn)
      .map(({ id, on, latest }) => (on === null ? `${id}: ${latest.name}` : `${id}: ${on.name}, version ${on.version}`))
      .join('; ');
  return {
    subjectKind: 'message-template',
    subjectId: moved.map(({ id }) => id).join(', '),
    details: { on: list(true), off: list(false), ...(moved.length === 1 ? contentDetails(first?.on ?? null) : {}) },
  };
}

function contentDetails(version: TemplateVersion | null) {
  return version === null ? {} : { pattern: version.pattern, senders: version.senders.join(', ') };
}

/** Adds those that are not there yet, switched off. Null: those that come with the service. */
export const loadMessageTemplates = settingAct({
  name: 'load-message-templates',
  async load(tx, { data }: { readonly data: readonly NewTemplate[] | null }) {
    const given = data ?? (await readStarterTemplates());
    return { ...(await loadKnown(tx)), given, ids: await takeIds(tx, 'message_templates', given.length) };
  },
  decide(_input, { reference, templates, given, ids }, situation) {
    const missing = given.filter(({ key }) => !templates.some((one) => one.key === key));
    // A file for many banks is of use where only some of them are known.
    const [fit, unfit] = [
      missing.filter((one) => isBank(reference, one)),
      missing.filter((one) => !isBank(reference, one)),
    ];
    if (templates.length + fit.length > templateLimits.templates) throw new AppError('too_many_templates');
    const added = fit.map((one, index) => ({
      ...versionOf({ id: ids[index] ?? 0, version: 1 }, checked(reference, one), situation),
      key: one.key,
    }));
    const report = {
      added: added.map(({ id, key, name }) => ({ id, key, name })),
      present: given.length - missing.length,
      unknownBanks: [...new Set(unfit.map(({ bank, currency }) => `${currency}/${bank}`))],
    };
    if (added.length === 0) return unchanged(report);
    const details = { added: added.length, present: report.present };
    return changed(report, added, { subjectKind: 'message-template', subjectId: 'all', details });
  },
  store: insertTemplates,
});

function isBank(reference: Reference, { currency, bank }: Pick<TemplateContent, 'currency' | 'bank'>): boolean {
  return reference.currencies.has(currency) && findBank(reference, currency, bank) !== null;
}

function checked(reference: Reference, content: TemplateContent): TemplateContent {
  const { currency, bank } = content;
  if (!reference.currencies.has(currency)) throw new AppError('currency_not_allowed', { field: 'currency' });
  const known = findBank(reference, currency, bank);
  if (known === null) throw new AppError('payment_method_not_allowed', { field: 'bank' });
  return { ...readTemplate(content), bank: known.code };
}

function versionOf(
  place: Pick<TemplateVersion, 'id' | 'version'>,
  content: TemplateContent,
  { at, actor }: Pick<Situation, 'actor'> & { readonly at: Instant },
): TemplateVersion {
  return { ...place, ...content, createdAt: at, createdBy: actor.name };
}

function isSame(content: TemplateContent, latest: TemplateVersion): boolean {
  const parts = (one: TemplateContent) => {
    const { name, bank, currency, senders, pattern, stopWords, tests } = one;
    const told = tests.map(({ sender, title, text, expect }) => [sender, title, text, sortedEntries(expect)]);
    return JSON.stringify([name, bank, currency, senders, pattern, stopWords, told]);
  };
  return parts(content) === parts(latest);
}

function sortedEntries(value: object | null): unknown {
  return value === null ? null : Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

function facts(version: TemplateVersion) {
  const { id, name, bank, pattern } = version;
  return {
    subjectKind: 'message-template',
    subjectId: id,
    details: { version: version.version, name, bank, pattern },
  };
}

function subunitsOf({ currencies }: Reference): (currency: string) => number {
  return (currency) => currencyOf({ currencies }, currency).subunit;
}
