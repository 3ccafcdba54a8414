import { addBookKey } from '../../storage/book/book-keys.ts';
import { changed, settingAct } from '../setting-act.ts';

/** The next page announces the new key, signed with the one there is; the pages after it are signed with the new one. */
export const rotateBookKey = settingAct({
  name: 'rotate-book-key',
  draw: (chance) => ({ seed: chance.text(32) }),
  load: async (_tx, _input: Record<string, never>) => null,
  decide(_input, _loaded, { at, drawn: { seed } }) {
    const facts = { subjectKind: 'book', subjectId: 'key', details: {} };
    return changed(undefined, { seed, at }, facts);
  },
  store: async ({ client, secrets }, { seed, at }) => {
    await addBookKey(client, secrets, { purpose: 'sign', secret: Buffer.from(seed, 'base64url'), at });
  },
});
