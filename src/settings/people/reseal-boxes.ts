import { byKey, countBoxes, lockFormerBoxes, noteResealed, updateBoxes } from '../../storage/secrets/master-keys.ts';
import { nameOf, sealedColumns } from '../../storage/secrets/sealed-columns.ts';
import { routineAct, unchanged } from '../setting-act.ts';

interface Part {
  /** As in `merchants.secret`. */
  readonly column: string;
  /** The last row of the part before it; null: from the beginning. */
  readonly after: string | null;
  readonly countMax: number;
}

export interface Resealed {
  readonly resealed: number;
  /** Rows whose box opens with no key that is here. */
  readonly unreadable: readonly string[];
  /** Where the next part begins; null: this was the last one. */
  readonly last: string | null;
}

/** Seals some boxes of a column anew, with the current key. A run that is stopped has lost nothing, and the next goes on. */
export const resealBoxes = routineAct({
  async load({ client, secrets }, { column, after, countMax }: Part) {
    const sealed = columnOf(column);
    const boxes = await lockFormerBoxes(client, sealed, { keyId: secrets.sealingKeyId, after, countMax });
    return boxes.map((box) => {
      try {
        return { key: box.key, plain: secrets.open(box.sealed, sealed.contextOf(box.key)) };
      } catch {
        return { key: box.key, plain: null };
      }
    });
  },
  decide({ column, countMax }, boxes) {
    const opened = boxes.flatMap(({ key, plain }) => (plain === null ? [] : [{ key, plain }]));
    const unreadable = boxes.flatMap(({ key, plain }) => (plain === null ? [`${column} of ${key}`] : []));
    const last = boxes.length < countMax ? null : String(boxes.at(-1)?.key);
    const result: Resealed = { resealed: opened.length, unreadable, last };
    return opened.length === 0 ? unchanged(result) : { kind: 'changed', result, change: { column, opened } };
  },
  async store({ client, secrets }, { column, opened }) {
    const sealed = columnOf(column);
    const boxes = opened.map(({ key, plain }) => ({ key, sealed: secrets.seal(plain, sealed.contextOf(key)) }));
    await updateBoxes(client, sealed, boxes);
  },
});

/** When no box is left under a former key, the log says so: before that, throwing the key away would lose secrets. */
export const finishRotation = routineAct({
  load: async ({ client }, { keyId }: { readonly keyId: string }) => {
    const boxes = byKey(await countBoxes(client));
    return { left: [...boxes].reduce((sum, [id, count]) => (id === keyId ? sum : sum + count), 0) };
  },
  decide({ keyId }, { left }, { at }) {
    if (left > 0) return unchanged({ left });
    const facts = { subjectKind: 'master-key', subjectId: keyId, details: null };
    return { kind: 'changed', result: { left }, change: { at }, news: [{ action: 'finish-rotation', ...facts }] };
  },
  store: ({ client }, { at }) => noteResealed(client, at),
});

function columnOf(name: string) {
  const column = sealedColumns.find((one) => nameOf(one) === name);
  if (column === undefined) throw new Error(`${name} holds no boxes`);
  return column;
}
