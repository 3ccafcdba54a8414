import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { lookOfFile } from '../../src/pictures/look-of-file.ts';
import { Looker } from '../../src/pictures/looker.ts';
import { builtFile } from '../support/program.ts';
import { asJpeg, asPng, sheet } from '../support/receipt-pictures.ts';

/** The thread of the built program, which opens pictures of strangers. */
let looker: Looker;
afterEach(() => looker.close());

async function open(timeMaxMs?: number): Promise<Looker> {
  const threadFile = pathToFileURL(await builtFile('look-thread.js'));
  looker = new Looker({ threadFile, ...(timeMaxMs === undefined ? {} : { timeMaxMs }) });
  return looker;
}

const copy = (bytes: Uint8Array) => new Uint8Array(bytes);

describe('the thread that opens pictures', () => {
  it('says what the same code says here, of one picture after the other', async () => {
    const thread = await open();
    for (const file of [asPng(sheet()), asJpeg(sheet({ seed: 2 }), 80)]) {
      const look = await thread.look(copy(file));
      expect(Buffer.from(look?.cells ?? [])).toEqual(Buffer.from(lookOfFile(file)?.cells ?? []));
    }
    expect(await thread.look(copy(Buffer.from('%PDF-1.7')))).toBeNull();
  });

  it('is ended when a picture takes too long, and the next one gets another thread', async () => {
    const thread = await open(1);
    expect(await thread.look(copy(asJpeg(sheet({ scale: 4 }), 90)))).toBeNull();
    await thread.close();
    expect(await (await open()).look(copy(asPng(sheet())))).not.toBeNull();
  });

  it('takes nothing along when it ends in the middle of a picture', async () => {
    const thread = await open();
    const asked = thread.look(copy(asJpeg(sheet({ scale: 4 }), 90)));
    await thread.close();
    expect(await asked).toBeNull();
    expect(await thread.look(copy(asPng(sheet())))).not.toBeNull();
  });
});
