import {
  allKeyScopes,
  isLimited,
  isValidKey,
  type KeyLimits,
  type KeyScope,
  unlimited,
} from '../domain/merchants/api-key.ts';
import { formatTimestamp } from '../domain/text/timestamp.ts';
import { changeApiKey } from '../settings/merchants/change-api-key.ts';
import { createApiKey } from '../settings/merchants/create-api-key.ts';
import { revokeApiKey } from '../settings/merchants/revoke-api-key.ts';
import { rotateApiKey } from '../settings/merchants/rotate-api-key.ts';
import { rotateWebhookSecret } from '../settings/merchants/rotate-webhook-secret.ts';
import { type ListedApiKey, listApiKeys } from '../storage/reads/merchants/api-key-reads.ts';
import { type CliCall, type CliCommand, table, UsageError } from './command-line.ts';
import { reasonOption, runAct, textOption, wholeNumber, withDatabase } from './session.ts';

const store = { name: 'store', text: 'its number, as store list shows it' } as const;
const key = { name: 'key', text: 'the key, as key list shows it' } as const;
const limitOptions = {
  name: { value: 'text', text: 'for people: which server uses it' },
  scopes: { value: 'list', text: `what it may do: ${allKeyScopes.join(',')}; "all" for all of them` },
  addresses: { value: 'list', text: 'IP addresses and ranges it may be used from; "any" for anywhere' },
} as const;
const overlapOption = {
  overlap: { value: 'hours', text: 'how long the former one works beside it; 24 when absent, 0 ends it at once' },
} as const;

const list: CliCommand = {
  name: 'key list',
  summary: 'List the API keys of a store: what each may do, from where, and when it was last used',
  words: [store],
  async run(call) {
    const keys = await withDatabase(call, ({ pool }) => listApiKeys(pool, storeIn(call)));
    const now = Date.now();
    const rows = keys.map((one) => [
      one.key,
      one.name,
      one.scopes.join(','),
      one.addresses.join(',') || 'any address',
      signedWith(one),
      one.usedAt === null ? 'never used' : `used ${formatTimestamp(one.usedAt)} from ${one.usedFrom}`,
      stateOf(one, now),
    ]);
    return { text: `${table(rows)}\n`, data: keys };
  },
};

const create: CliCommand = {
  name: 'key create',
  summary: 'Make an API key for a store',
  notes: "A key that is limited has a secret of its own, shown this once. Any other signs with the merchant's secret.",
  words: [store],
  options: {
    ...limitOptions,
    'own-secret': { text: 'with a secret of its own, although nothing limits it' },
    ...reasonOption,
  },
  async run(call) {
    const storeId = storeIn(call);
    const limits = { ...unlimited, ...limitsIn(call) };
    const hasOwnSecret = call.options['own-secret'] === true;
    const wish = { storeId, name: textOption(call, 'name') ?? '', ...limits, hasOwnSecret };
    const made = await runAct(call, createApiKey, wish);
    return { text: `API key: ${made.key}\n${secretText(made)}`, data: made };
  },
};

const change: CliCommand = {
  name: 'key change',
  summary: 'Change the name of an API key, what it may do, or from where',
  notes:
    "A key that signs with the merchant's secret cannot be limited: make a limited one, switch the shop to it, and revoke this.",
  words: [store, key],
  options: { ...limitOptions, ...reasonOption },
  async run(call) {
    const wish = { storeId: storeIn(call), key: keyIn(call), name: textOption(call, 'name'), ...limitsIn(call) };
    await runAct(call, changeApiKey, wish);
    return { text: 'The key is changed.\n', data: { key: wish.key, status: 'changed' } };
  },
};

const rotate: CliCommand = {
  name: 'key rotate',
  summary: 'Replace an API key by a new one that may do the same; the former one ends after an overlap',
  words: [store, key],
  options: { ...overlapOption, ...reasonOption },
  async run(call) {
    const wish = { storeId: storeIn(call), key: keyIn(call), overlapHours: overlapIn(call) };
    const made = await runAct(call, rotateApiKey, wish);
    const until = formatTimestamp(made.oldUntilMs);
    return {
      text: `API key: ${made.key}\n${secretText(made)}The former key works until ${until}.\n`,
      data: { key: made.key, secret: made.secret, oldValidUntil: until },
    };
  },
};

const revoke: CliCommand = {
  name: 'key revoke',
  summary: 'Revoke an API key: requests with it are refused at once',
  words: [store, key],
  options: { ...reasonOption },
  async run(call) {
    const wish = { storeId: storeIn(call), key: keyIn(call) };
    await runAct(call, revokeApiKey, wish);
    return { text: 'The key is revoked.\n', data: { key: wish.key, status: 'revoked' } };
  },
};

const webhookSecret: CliCommand = {
  name: 'webhook-secret rotate',
  summary: 'Sign the notifications of a store with a new secret; with the former one too for an overlap',
  words: [store],
  options: { ...overlapOption, ...reasonOption },
  async run(call) {
    const wish = { storeId: storeIn(call), overlapHours: overlapIn(call) };
    const made = await runAct(call, rotateWebhookSecret, wish);
    const until = formatTimestamp(made.formerUntilMs);
    return {
      text: `Webhook secret, shown this once: ${made.secret}\nThe former one signs as well until ${until}.\n`,
      data: { secret: made.secret, oldValidUntil: until },
    };
  },
};

export const keyCommands: readonly CliCommand[] = [list, create, change, rotate, revoke, webhookSecret];

function storeIn(call: CliCall): number {
  return wholeNumber(call.words[0] ?? '', '<store>');
}

function keyIn(call: CliCall): string {
  return call.words[1] ?? '';
}

function limitsIn(call: CliCall): Partial<KeyLimits> {
  const scopes = textOption(call, 'scopes');
  const addresses = textOption(call, 'addresses');
  return {
    ...(scopes === undefined ? {} : { scopes: scopes === 'all' ? allKeyScopes : scopesOf(scopes) }),
    ...(addresses === undefined ? {} : { addresses: addressesOf(addresses) }),
  };
}

/** No address at all would be everybody's: that has to be said. */
function addressesOf(text: string): readonly string[] {
  if (text === 'any') return [];
  const addresses = partsOf(text);
  if (addresses.length === 0) throw new UsageError('--addresses is empty; give addresses, or any.');
  return addresses;
}

function scopesOf(text: string): readonly KeyScope[] {
  return partsOf(text).map((part) => {
    const scope = allKeyScopes.find((one) => one === part);
    if (scope === undefined) throw new UsageError(`--scopes has "${part}"; give some of ${allKeyScopes.join(', ')}.`);
    return scope;
  });
}

function partsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

function overlapIn(call: CliCall): number {
  const text = textOption(call, 'overlap') ?? '24';
  if (!/^\d{1,3}$/.test(text) || Number(text) > 720) {
    throw new UsageError(`--overlap is "${text}"; give hours from 0 to 720.`);
  }
  return Number(text);
}

function secretText({ secret }: { readonly secret: string | null }): string {
  return secret === null ? "It signs with the merchant's secret.\n" : `Its secret, shown this once: ${secret}\n`;
}

/** Limits of a key that shares its secret bind nobody: it must not look as safe as another. */
function signedWith(one: ListedApiKey): string {
  if (one.hasOwnSecret) return 'own secret';
  return isLimited(one) ? "merchant's secret, so not bound by its limits: rotate it" : "merchant's secret";
}

function stateOf(one: ListedApiKey, now: number): string {
  if (one.revokedAt !== null) return 'revoked';
  if (one.validUntil === null) return '';
  return isValidKey(one, now) ? `until ${formatTimestamp(one.validUntil)}` : 'ended';
}
