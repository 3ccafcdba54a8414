import { reasonsToKeepKeys } from '../domain/installation/master-keys.ts';
import { formatTimestamp } from '../domain/text/timestamp.ts';
import { byKey, countBoxes, readKeysInUse } from '../storage/secrets/master-keys.ts';
import { resealAll, takeKeyStep } from '../workers/installation/master-keys.ts';
import { type CliCommand, counted, table } from './command-line.ts';
import { byCli, type CliSession, reasonOption, settingsOf, withDatabase } from './session.ts';

const status: CliCommand = {
  name: 'master-key status',
  summary: 'Say which master key seals, what is left under former ones, and whether these may be thrown away',
  notes: 'Exit code 1 while a former key is still needed.',
  async run(call) {
    const found = await withDatabase(call, look);
    const { configured, current, keys, counts, reasons } = found;
    const lines = keys.map(({ id, state, boxes }) => [id, state, counted(boxes, 'box', 'boxes')]);
    const left = counts
      .filter(({ keyId }) => keyId !== current)
      .map((one) => [one.column, one.keyId, String(one.count)]);
    const verdict =
      reasons.length > 0
        ? `Keep the former keys: ${reasons.join('; ')}.`
        : keys.length > 1
          ? 'Former keys may be thrown away, but for backups that were made before the change: keep the key that opens them.'
          : 'There is no former key.';
    const text = [
      `MASTER_KEY is key ${configured}${configured === current ? '' : `, the current key is ${current ?? 'none yet'}`}.`,
      table(lines),
      ...(left.length === 0 ? [] : ['Left under former keys:', table(left)]),
      verdict,
    ];
    return { text: `${text.join('\n')}\n`, data: found, exitCode: reasons.length > 0 ? 1 : 0 };
  },
};

const rotate: CliCommand = {
  name: 'master-key rotate',
  summary: 'Make MASTER_KEY the current key, and seal anew what is under MASTER_KEY_PREVIOUS',
  notes:
    'The service does the same by itself when it is started with a new MASTER_KEY and the former one as MASTER_KEY_PREVIOUS. It may\n' +
    'run at the same time, and the command may be stopped and started again. docs/operating.md, "Change the master key", has the steps.',
  options: { ...reasonOption },
  async run(call) {
    const { report, found } = await withDatabase(call, async (session) => {
      const tools = { ...session, settings: settingsOf(session), clock: Date.now };
      const step = await takeKeyStep(tools, { processId: null, isAsked: true, by: byCli(call) });
      if (step.kind === 'wait') {
        const hosts = step.lacking.map(({ host }) => host).join(', ');
        throw new Error(
          `These processes of the service do not have the new key and could not read what it seals: ${hosts}. Give them the ` +
            'new key in MASTER_KEY_PREVIOUS, restart them, and then rotate. Nothing was changed.',
        );
      }
      return { report: await resealAll(tools, { progress: call.progress }), found: await look(session) };
    });
    const { resealed, unreadable, left } = report;
    const lost = unreadable.map((name) => `Cannot be opened with any key at hand: ${name}.\n`).join('');
    const outcome =
      left === 0 ? `All boxes are sealed with key ${found.current}.` : `${left} boxes are left under other keys.`;
    return {
      text: `${lost}${resealed} boxes were sealed anew. ${outcome}\n`,
      data: { ...found, resealed, unreadable, left },
      exitCode: left === 0 ? 0 : 1,
    };
  },
};

export const masterKeyCommands: readonly CliCommand[] = [status, rotate];

async function look({ pool, secrets, config }: CliSession) {
  const counts = await countBoxes(pool);
  const boxes = byKey(counts);
  const inUse = await readKeysInUse(pool, null);
  const reasons = reasonsToKeepKeys(inUse, boxes, { now: Date.now(), linksLiveMs: config.receiptLinkTtlMs });
  const retired = new Map(inUse.retired.map((one) => [one.id, one]));
  const ids = new Set([...(inUse.current === null ? [] : [inUse.current]), ...retired.keys(), ...boxes.keys()]);
  const stateOf = (id: string): string => {
    const former = retired.get(id);
    if (id === inUse.current) return 'current';
    if (former === undefined) return 'never current here';
    const over = former.resealedAt === null ? '' : `, nothing left since ${formatTimestamp(former.resealedAt)}`;
    return `retired ${formatTimestamp(former.retiredAt)}${over}`;
  };
  return {
    configured: secrets.configuredKeyId,
    current: inUse.current,
    keys: [...ids].map((id) => ({ id, state: stateOf(id), boxes: boxes.get(id) ?? 0 })),
    counts,
    processes: inUse.others,
    reasons,
  };
}
