import { Type } from 'typebox';
import { invoiceStatuses } from '../../../domain/invoices/invoice.ts';
import { caseNumber } from '../../../domain/text/case-number.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { findRepeatedReceipts } from '../../../storage/reads/invoices/repeated-receipt-reads.ts';
import { exampleIds } from '../../examples.ts';
import { oneOf } from '../../schemas.ts';
import { readsOf } from '../endpoint.ts';
import { words } from '../fields.ts';
import { all } from '../paging.ts';
import { invoiceInPath } from '../reach.ts';

const read = readsOf({ tag: 'Invoices and disputes', roles: ['operator'] });

const receiptMatches = { file: 'file', picture: 'picture' } as const;

export const listRepeatedReceipts = read({
  path: '/invoices/:id/repeated-receipts',
  operationId: 'listRepeatedReceipts',
  summary: 'List other invoices that a receipt of this one was given for',
  description:
    'Told by the SHA-256 of the file and, for JPEG and PNG, by how the picture looks: saved anew, scaled or cut by a ' +
    'few pixels it is known again, some seconds after it came. Over all stores; at most 20, the newest first. It ' +
    'decides nothing: one transfer cannot have paid two invoices, but only a person can say which of them it paid.',
  params: { id: invoiceInPath },
  response: all(
    Type.Object({
      invoiceId: words('The other invoice'),
      caseNumber: words('What people call it'),
      storeName: words('Of which store'),
      status: oneOf(invoiceStatuses, 'Where it stands'),
      givenAt: words('When the file was given for it'),
      match: oneOf(receiptMatches, 'The same file, or another one that looks the same'),
    }),
  ),
  example: {
    answer: {
      items: [
        {
          invoiceId: exampleIds.invoice,
          caseNumber: caseNumber(exampleIds.invoice),
          storeName: 'Example Shop',
          status: 'paid',
          givenAt: '2026-11-14T12:06:00+00:00',
          match: 'picture',
        },
      ],
    },
  },
  async handle({ context, params }) {
    const { stores } = context.catalogue();
    const found = await findRepeatedReceipts(context.pool, params.id);
    return {
      items: found.map(({ invoiceId, storeId, status, givenAt, isSameFile }) => ({
        invoiceId,
        caseNumber: caseNumber(invoiceId),
        storeName: stores.get(storeId)?.name ?? '',
        status,
        givenAt: formatTimestamp(givenAt),
        match: isSameFile ? ('file' as const) : ('picture' as const),
      })),
    };
  },
});
