import {
  type KeyStep,
  type KeysInUse,
  nextKeyStep,
  type OwnKeys,
  refusalOfKeys,
} from '../../domain/installation/master-keys.ts';
import { adoptKey, byKey, countBoxes, readKeysInUse } from '../../storage/secrets/master-keys.ts';
import { SecretBoxError } from '../../storage/secrets/secret-box.ts';
import type { SettingsTransaction } from '../../storage/settings/settings-transaction.ts';
import { changed, routineAct, settingAct, unchanged } from '../setting-act.ts';

interface WantedKey extends OwnKeys {
  /** Null for a command, which is no process of the service. */
  readonly processId: string | null;
  /** A person asks for it. */
  readonly isAsked: boolean;
}

/** MASTER_KEY becomes the current key, unless `nextKeyStep` says otherwise. Boxes under former keys are re-sealed afterwards. */
export const rotateMasterKey = settingAct({
  name: 'rotate-master-key',
  load: loadKeys,
  decide(wanted: WantedKey, { inUse, former, refusal }, { at }) {
    if (refusal !== null) throw new SecretBoxError(refusal);
    const step = nextKeyStep(wanted, inUse, wanted);
    if (step.kind !== 'adopt') return unchanged<KeyStep>(step);
    const details = { from: former.join(' ') || step.from };
    const facts = { subjectKind: 'master-key', subjectId: wanted.configured, details };
    return changed<AdoptedKey, KeyStep>(step, { keyId: wanted.configured, former, at }, facts);
  },
  store: storeKeys,
});

/** In a database that knows no key yet, MASTER_KEY is the current one: nothing changes by that. */
export const recordMasterKey = routineAct({
  load: loadKeys,
  decide({ configured }: WantedKey, { inUse, former }: LoadedKeys, { at }) {
    if (inUse.current !== null || former.length > 0) return unchanged(undefined);
    return { kind: 'changed', result: undefined, change: { keyId: configured, former, at } };
  },
  store: storeKeys,
});

interface LoadedKeys {
  readonly inUse: KeysInUse;
  /** Others that have boxes here. */
  readonly former: readonly string[];
  /** Why MASTER_KEY cannot be used here; null: it can. */
  readonly refusal: string | null;
}

async function loadKeys({ client }: SettingsTransaction, wanted: WantedKey): Promise<LoadedKeys> {
  const boxes = byKey(await countBoxes(client));
  return {
    inUse: await readKeysInUse(client, wanted.processId),
    former: [...boxes.keys()].filter((id) => id !== wanted.configured),
    refusal: refusalOfKeys(wanted, boxes),
  };
}

interface AdoptedKey {
  readonly keyId: string;
  readonly former: readonly string[];
  readonly at: number;
}

async function storeKeys({ client }: SettingsTransaction, adopted: AdoptedKey): Promise<void> {
  await adoptKey(client, adopted);
}
