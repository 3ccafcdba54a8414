import { type EndpointKind, hearsInvoices, type StoreEndpoint } from '../../../domain/merchants/store-endpoint.ts';
import { receiverOf } from '../../../domain/notifications/receiver.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { bytes, instant, int4, text, textList, uuid } from '../../rows/codec.ts';
import { endpointSecretContext } from '../../secrets/sealed-columns.ts';
import { defineRecord } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const storeEndpoints = defineRecord({
  table: 'store_endpoints',
  columns: { id: uuid, storeId: int4, url: text, kinds: textList<EndpointKind>(), createdAt: instant },
  hidden: { secret: bytes, formerSecret: bytes.orNull, formerUntil: instant.orNull, removedAt: instant.orNull },
});

interface EndpointRow extends Pick<StoreEndpoint, 'id' | 'storeId' | 'url' | 'kinds'> {}

/** Null also where it was removed. */
export async function lockEndpoint(tx: SettingsTransaction, id: string): Promise<EndpointRow | null> {
  return await storeEndpoints.lock(tx, { id, removedAt: null });
}

/** It hears of what happens from now on. */
export async function insertEndpoint(
  tx: SettingsTransaction,
  { secret, ...endpoint }: Omit<StoreEndpoint, 'former' | 'formerUntil'>,
): Promise<void> {
  const { id, storeId } = endpoint;
  await storeEndpoints.insert(tx, { ...endpoint, secret: tx.secrets.seal(secret, endpointSecretContext(id)) });
  await tx.client.query(
    `insert into endpoint_places (endpoint_id, feed_sequence, page) values ($1, ${feedNow('$2')}, ${pageNow})`,
    [id, storeId],
  );
}

interface EndpointChange {
  readonly before: EndpointRow;
  readonly url: string;
  readonly kinds: readonly EndpointKind[];
}

/** What it did not want to hear before it hears from now on. What waits, or has failed, goes to the new address. */
export async function updateEndpoint(
  { client }: SettingsTransaction,
  { before, url, kinds }: EndpointChange,
): Promise<void> {
  const { id, storeId } = before;
  await client.query('update store_endpoints set url = $2, kinds = $3 where id = $1', [id, url, kinds]);
  if (url !== before.url) {
    const receiver = String(receiverOf(storeId, url)?.key ?? 0n);
    // First what has failed: somebody who sends it again has it locked, and by then it is in the queue.
    await client.query('update failed_notifications set receiver = $2 where invoice_id = $1', [id, receiver]);
    await client.query('update delivery_queue set receiver = $2 where invoice_id = $1', [id, receiver]);
  }
  if (hearsInvoices(kinds) && !hearsInvoices(before.kinds)) {
    await client.query(`update endpoint_places set feed_sequence = ${feedNow('$2')} where endpoint_id = $1`, [
      id,
      storeId,
    ]);
  }
  if (kinds.includes('book') && !before.kinds.includes('book')) {
    await client.query(`update endpoint_places set page = ${pageNow} where endpoint_id = $1`, [id]);
  }
}

const feedNow = (store: string) =>
  `coalesce((select last_sequence from notification_feeds where store_id = ${store}), 0)`;
const pageNow = 'coalesce((select max(number) from book_pages), 0)';

export async function replaceEndpointSecret(
  { client, secrets }: SettingsTransaction,
  { id, secret, formerUntil }: { readonly id: string; readonly secret: string; readonly formerUntil: Instant },
): Promise<void> {
  await client.query(
    'update store_endpoints set former_secret = secret, former_until = $2, secret = $3 where id = $1',
    [id, new Date(formerUntil), secrets.seal(secret, endpointSecretContext(id))],
  );
}

/** What still waits for it is not sent any more; what it was told stays. */
export async function removeEndpoint({ client }: SettingsTransaction, id: string, at: Instant): Promise<void> {
  await client.query('update store_endpoints set removed_at = $2 where id = $1', [id, new Date(at)]);
  await client.query('delete from endpoint_outbox where endpoint_id = $1', [id]);
  await client.query('delete from delivery_queue where invoice_id = $1', [id]);
  await client.query('delete from failed_notifications where invoice_id = $1', [id]);
}

export async function hasEvent({ client }: SettingsTransaction, id: string, sequence: number): Promise<boolean> {
  const { rows } = await client.query('select from endpoint_events where endpoint_id = $1 and sequence = $2', [
    id,
    sequence,
  ]);
  return rows.length > 0;
}
