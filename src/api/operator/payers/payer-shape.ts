import { Type } from 'typebox';
import { payerKinds } from '../../../domain/payer-rules.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import type { ListedPayer } from '../../../storage/reads/payer-reads.ts';
import { oneOf, type ShapeOf } from '../../schemas.ts';
import type { OperatorContext } from '../endpoint.ts';
import { figure, words } from '../fields.ts';

export const BlockedPayer = Type.Object({
  id: figure('ID'),
  storeId: figure('Of which store'),
  storeName: words('Its name'),
  kind: oneOf(payerKinds, "A user of the store, or an address on the payer's page"),
  name: words('The `userId`, or the address'),
  failures: figure('How many payins in a row were left unpaid'),
  blockedAt: words('When the block was met first'),
  blockedUntil: words('When it ends by itself'),
});

export function blockedPayerDTO(context: OperatorContext, payer: ListedPayer): ShapeOf<typeof BlockedPayer> {
  const { id, storeId, kind, name, failures, blockedAt, blockedUntil } = payer;
  return {
    id,
    storeId,
    storeName: context.catalogue().stores.get(storeId)?.name ?? '',
    kind,
    name,
    failures,
    blockedAt: formatTimestamp(blockedAt ?? 0),
    blockedUntil: formatTimestamp(blockedUntil ?? 0),
  };
}

export const exampleBlocked: ShapeOf<typeof BlockedPayer> = {
  id: 4,
  storeId: 1,
  storeName: 'Example Shop',
  kind: 'user',
  name: 'client-7',
  failures: 3,
  blockedAt: '2026-11-14T12:00:00+00:00',
  blockedUntil: '2026-11-14T14:41:00+00:00',
};
