import type { BookAccount } from '../../../domain/books.ts';
import { currencyOf } from '../../../domain/catalogue.ts';
import { AppError } from '../../../errors.ts';
import { type StatementFacts, statementPdf } from '../../../paper/statement-pdf.ts';
import { paperLanguages } from '../../../paper/statement-words.ts';
import { countTransfers } from '../../../storage/reads/book-reads.ts';
import { file } from '../../answers.ts';
import { choiceQuery, orElse } from '../../parameters.ts';
import { endpoint, everybody, type OperatorContext } from '../endpoint.ts';
import { findAccountWithinReach } from './book-reach.ts';
import { monthFileName, monthOfCall, monthPages, monthParameters, monthQuery } from './month-statement.ts';

/** Some 200 pages. Nobody reads more on paper, and the file is made in memory; the CSV takes any length. */
const printedLinesMax = 10_000;

export const printMonthStatement = endpoint({
  method: 'GET',
  path: '/accounts/:id/month.pdf',
  operationId: 'printMonthStatement',
  summary: "A month's statement of an account as PDF",
  description:
    'Opening balance, every movement, closing balance, on A4. The month begins and ends in `zone`, which every page names. ' +
    `At most ${printedLinesMax} movements: for more, take the CSV.`,
  tag: 'Books',
  roles: everybody,
  scope: 'read',
  mayBeBehind: true,
  params: monthParameters,
  query: {
    ...monthQuery,
    language: orElse(choiceQuery(paperLanguages, 'Of the words: `en` (when absent) or `ru`'), 'en'),
  },
  response: file(['application/pdf'], 'A document, `application/pdf`'),
  refusals: ['export_too_large', 'out_of_range'],
  async handle(call) {
    const { context, query } = call;
    const account = await findAccountWithinReach(call, call.params.id);
    const month = await monthOfCall(context, account, query);
    const rows = await countTransfers(context.pool, [account.id], month.period);
    if (rows > printedLinesMax) throw new AppError('export_too_large', { rows, limit: printedLinesMax });
    const { kind, currency } = account;
    const facts: StatementFacts = {
      language: query.language,
      month: month.month,
      zone: month.zone,
      period: month.calendar,
      madeAt: month.madeAt,
      account: { kind, currency, subunit: currencyOf(context.catalogue(), currency).subunit },
      owner: ownerOf(context, account),
    };
    const content = await statementPdf(facts, month.opening, monthPages(call, account, month));
    const name = `${monthFileName(account, month)}.pdf`;
    return {
      type: 'application/pdf',
      headers: {
        'content-disposition': `attachment; filename="${name}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      },
      content,
    };
  },
});

function ownerOf(context: OperatorContext, { kind, ownerId }: BookAccount): StatementFacts['owner'] {
  const { stores, makers } = context.catalogue();
  if (kind.startsWith('store_')) return { kind: 'store', name: stores.get(ownerId)?.name ?? String(ownerId) };
  if (kind.startsWith('maker_')) return { kind: 'maker', name: makers.get(ownerId)?.name ?? String(ownerId) };
  return null;
}
