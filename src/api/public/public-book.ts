import { Type } from 'typebox';
import { type FoundPage, openPage } from '../../domain/book/page-faults.ts';
import { formatTimestamp } from '../../domain/text/timestamp.ts';
import { listPages } from '../../storage/reads/book/sealed-page-reads.ts';
import { at } from '../examples.ts';
import { integerQuery } from '../parameters.ts';
import type { ShapeOf } from '../schemas.ts';
import { endpoint } from './endpoint.ts';

const PageOfBook = Type.Object(
  {
    number: Type.Integer({ description: 'Number of the page; the first is 1' }),
    at: Type.String({ description: 'When it was sealed' }),
    isComplete: Type.Boolean({ description: 'Whether its balances are those of one moment' }),
    transfers: Type.Integer({ description: 'Transfers of this page' }),
    hash: Type.String({ description: 'SHA-256 of the header, in hexadecimal digits' }),
    header: Type.String({ description: 'The bytes of the header, in Base64' }),
    signature: Type.String({ description: 'Ed25519 signature over these bytes, in Base64' }),
  },
  { $id: 'PageOfBook' },
);

const pagesUsual = 100;
const pagesMax = 1_000;

/** No names and no balances of anybody: sums over all of them, and hashes. */
export const publicBook = endpoint({
  method: 'GET',
  path: '/book',
  operationId: 'publicBook',
  summary: 'Headers of the sealed book, for everybody to keep',
  description:
    'Who keeps a header can tell later whether anything up to it was rewritten. The format is in docs/proof.md of the ' +
    'project. Without `after`, the last page alone.',
  tag: 'Payers',
  query: {
    after: integerQuery('Pages after this number, in their order; 0: from the first'),
    limit: integerQuery(`So many at most; ${pagesUsual} when absent`, { minimum: 1, maximum: pagesMax }),
  },
  response: Type.Array(PageOfBook),
  refusals: [],
  example: {
    shows: 'The last page',
    answer: [
      {
        number: 812,
        at: at('12:00:01'),
        isComplete: true,
        transfers: 4,
        hash: '5f2b8c0e6d1a4f7395b0c2d4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f80912',
        header: 'cXVpdHRhbmNlLWJvb2svMQAAAAAAAAMs…',
        signature: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ…',
      },
    ],
  },
  async handle({ context, query }) {
    const pages = await listPages(context.pool, query.after, query.limit ?? pagesUsual);
    return pages.map(pageDTO);
  },
});

function pageDTO(found: FoundPage): ShapeOf<typeof PageOfBook> {
  const header = openPage(found).page?.header;
  return {
    number: Number(found.number),
    at: formatTimestamp(header?.at ?? 0),
    isComplete: header?.isComplete ?? false,
    transfers: header?.transfers ?? 0,
    hash: found.hash.toString('hex'),
    header: found.bytes.toString('base64'),
    signature: found.signature.toString('base64'),
  };
}
