import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { newDataFolder } from '../../scripts/data-folder.ts';
import { Quittance } from '../../sdk/src/index.ts';
import { copyClone, takeBuild } from '../support/clone.ts';
import { type Block, blocksOf, shapeFaults } from '../support/document-blocks.ts';
import { isForProduction, Reader, readings } from '../support/document-run.ts';
import { needs } from '../support/needs.ts';
import { readText } from '../tidy/repository.ts';

/** Does what the documents show, block by block, in a clone: the commands as they are written, and what they print. */
let clone: string;
beforeAll(async () => {
  clone = await copyClone(join(await newDataFolder('quittance-clone-'), 'quittance'));
  await takeBuild(clone);
});
afterAll(() => rm(dirname(clone), { recursive: true, force: true, maxRetries: 5 }));

describe.each(readings.map((paths) => [paths.join(', '), paths] as const))('a reader of %s', (_, paths) => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await Reader.in(clone, paths.some(isForProduction));
  });
  afterAll(() => reader.leave());

  describe.each(paths)('%s', (path) => {
    const blocks = blocksOf(path, readText(path)).filter(
      ({ use }) => use.kind !== 'left out' && use.kind !== 'run elsewhere',
    );
    beforeAll(async () => {
      const startsItself = blocks.some(({ text }) => /^npm start$/m.test(text));
      if (!startsItself && !isForProduction(path)) await reader.needsService();
    });
    afterAll(() => reader.closeDocument());

    it.for(blocks.map((block, index) => [block.line, firstWords(block), index] as const))(
      'line %i: %s',
      async ([, , index], context) => {
        const block = blocks[index] as Block;
        const command = (block.use.kind === 'output' ? commandBefore(blocks, index) : null) ?? block;
        needs(context, programsOf(command));
        needsNode(context, command);
        await follow(reader, block);
      },
    );
  });
});

async function follow(reader: Reader, block: Block): Promise<void> {
  const { use, text, language } = block;
  switch (use.kind) {
    case 'command':
      return await expect(reader.paste(text, use.until)).resolves.toBeUndefined();
    case 'output':
      if (language !== 'json') return expect(await reader.sees(block), reader.printed(use.of)).toBe(true);
      return expect(shapeFaults(JSON.parse(text), JSON.parse(reader.printed(use.of)))).toEqual([]);
    case 'file':
      return await expect(reader.write(use.name, text)).resolves.toBeUndefined();
    case 'copy':
      return expect(`${text}\n`).toBe(readText(use.of));
    case 'shape':
      return expect(shapeFaults(JSON.parse(text), await things[use.of]?.(reader))).toEqual([]);
    case 'program':
    case 'program output':
      throw new Error(`${block.document}:${block.line}: only the READMEs of the SDKs are programs`);
    case 'run elsewhere':
    case 'left out':
      return;
  }
}

/** What a document shows and no command prints. */
const things: Readonly<Record<string, (reader: Reader) => Promise<unknown>>> = {
  'a notification': async ({ url }) => {
    const shop = new Quittance({ baseUrl: url, apiKey: 'demo-store-key', secret: 'demo-merchant-secret' });
    await shop.createInvoice({ type: 'in', amount: '1000.01', currency: 'RUB', startDeal: true, internalId: 'shown' });
    for await (const one of shop.notifications({ follow: true, signal: AbortSignal.timeout(60_000) })) return one;
    throw new Error('no notification came');
  },
};

function firstWords({ text }: Block): string {
  return text.split('\n')[0]?.slice(0, 60) ?? '';
}

function programsOf({ text, language }: Block): readonly string[] {
  if (language !== 'sh') return [];
  return ['bash', 'curl', 'openssl', 'base64'].filter((name) => name === 'bash' || text.includes(`${name} `));
}

function commandBefore(blocks: readonly Block[], index: number): Block | undefined {
  return blocks.slice(0, index).findLast(({ use }) => use.kind === 'command');
}

function needsNode(context: TestContext, block: Block): void {
  const min = block.use.kind === 'command' ? block.use.nodeMin : null;
  const isOld = min !== null && process.versions.node.localeCompare(min, 'en', { numeric: true }) < 0;
  context.skip(isOld, `Node ${process.versions.node} is older than ${min}`);
}
