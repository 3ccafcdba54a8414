import { dangerOfMerchantsAccess } from '../../domain/authority/second-person.ts';
import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import {
  type EndpointKind,
  endpointsMax,
  readEndpointKinds,
  readEndpointUrl,
} from '../../domain/merchants/store-endpoint.ts';
import { receiverOf } from '../../domain/notifications/receiver.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  hasEvent,
  insertEndpoint,
  lockEndpoint,
  removeEndpoint as removeRow,
  replaceEndpointSecret,
  storeEndpoints,
  updateEndpoint,
} from '../../storage/settings/merchants/endpoints.ts';
import { lockStore } from '../../storage/settings/merchants/stores.ts';
import { enqueueAgain } from '../../storage/settings/notifications/resending.ts';
import type { SettingsTransaction } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

interface NamedEndpoint {
  readonly storeId: number;
  readonly id: string;
}

interface NewEndpoint {
  readonly storeId: number;
  readonly url: string;
  readonly kinds: readonly EndpointKind[];
}

const hourMs = 3_600_000;

/**
 * An address that hears of a store. Its owner reads what happens to the store's money, so a merchant needs the second factor to
 * make one, and an operator a second person. The answer is the only place that shows the secret.
 */
export const createEndpoint = settingAct({
  name: 'create-endpoint',
  draw: (chance) => ({ id: chance.id(), secret: chance.text(32) }),
  load: async (tx, { storeId }: NewEndpoint) => ({
    store: await lockStore(tx, storeId),
    count: await storeEndpoints.count(tx.client, { storeId, removedAt: null }),
  }),
  danger: (_input, _rows, { actor }) => dangerOfMerchantsAccess(actor),
  decide({ storeId, ...wish }, { store, count }, { actor, at, drawn: { id, secret } }) {
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    const url = readEndpointUrl(wish.url);
    const kinds = readEndpointKinds(wish.kinds);
    if (count >= endpointsMax) throw new AppError('too_many_endpoints', { limit: endpointsMax });
    const facts = { subjectKind: 'store', subjectId: storeId, details: detailsOf({ id, url, kinds }) };
    return changed({ id, secret }, { id, storeId, url, kinds, secret, createdAt: at }, facts);
  },
  store: insertEndpoint,
});

interface EndpointWish extends NamedEndpoint {
  readonly url?: string;
  readonly kinds?: readonly EndpointKind[];
}

/** What is not given stays. */
export const changeEndpoint = settingAct({
  name: 'change-endpoint',
  load: loadNamed<EndpointWish>,
  danger: (_input, _rows, { actor }) => dangerOfMerchantsAccess(actor),
  decide(wish, rows, { actor }) {
    const found = requireEndpoint(wish, rows);
    requireOwnMerchant(actor, rows.store?.merchantId ?? 0);
    const url = wish.url === undefined ? found.url : readEndpointUrl(wish.url);
    const kinds = wish.kinds === undefined ? found.kinds : readEndpointKinds(wish.kinds);
    if (url === found.url && kinds.join() === found.kinds.join()) return unchanged(undefined);
    const facts = { subjectKind: 'store', subjectId: wish.storeId, details: detailsOf({ id: found.id, url, kinds }) };
    return changed(undefined, { before: found, url, kinds }, facts);
  },
  store: updateEndpoint,
});

export const rotateEndpointSecret = settingAct({
  name: 'rotate-endpoint-secret',
  draw: (chance) => ({ secret: chance.text(32) }),
  load: loadNamed<NamedEndpoint & { readonly overlapHours: number }>,
  danger: (_input, _rows, { actor }) => dangerOfMerchantsAccess(actor),
  decide(input, rows, { actor, at, drawn: { secret } }) {
    const { id } = requireEndpoint(input, rows);
    requireOwnMerchant(actor, rows.store?.merchantId ?? 0);
    const formerUntil = at + input.overlapHours * hourMs;
    const details = { endpoint: id, formerUntil: new Date(formerUntil).toISOString() };
    const facts = { subjectKind: 'store', subjectId: input.storeId, details };
    return changed({ secret, formerUntil }, { id, secret, formerUntil }, facts);
  },
  store: replaceEndpointSecret,
});

/** It hears nothing more. It may be what would warn the merchant, so an operator needs a second person for that as well. */
export const removeEndpoint = settingAct({
  name: 'remove-endpoint',
  load: loadNamed<NamedEndpoint>,
  danger: (_input, _rows, { actor }) => dangerOfMerchantsAccess(actor),
  decide(input, rows, { actor, at }) {
    const { id, url } = requireEndpoint(input, rows);
    requireOwnMerchant(actor, rows.store?.merchantId ?? 0);
    const facts = { subjectKind: 'store', subjectId: input.storeId, details: { endpoint: id, url } };
    return changed(undefined, { id, at }, facts);
  },
  store: (tx, { id, at }) => removeRow(tx, id, at),
});

/** One event is sent once more, and those after it follow: they come in order. */
export const resendEndpointEvent = settingAct({
  name: 'resend-endpoint-event',
  lock: 'rows',
  load: async (tx, input: NamedEndpoint & { readonly sequence: number }) => ({
    ...(await loadNamed(tx, input)),
    isThere: await hasEvent(tx, input.id, input.sequence),
  }),
  decide(input, rows, { actor, at }) {
    const { id, url } = requireEndpoint(input, rows);
    requireOwnMerchant(actor, rows.store?.merchantId ?? 0);
    if (!rows.isThere) throw new AppError('not_found');
    const { storeId, sequence } = input;
    const receiver = receiverOf(storeId, url)?.key ?? 0n;
    const facts = { subjectKind: 'store', subjectId: storeId, details: { endpoint: id, sequence } };
    return changed(undefined, { queued: [{ invoiceId: id, sequence, storeId, receiver }], at }, facts);
  },
  store: (tx, { queued, at }) => enqueueAgain(tx, queued, at),
});

type Rows = Awaited<ReturnType<typeof loadNamed>>;

async function loadNamed<Input extends NamedEndpoint>(tx: SettingsTransaction, { storeId, id }: Input) {
  return { store: await lockStore(tx, storeId), found: await lockEndpoint(tx, id) };
}

function requireEndpoint({ storeId }: NamedEndpoint, { store, found }: Rows) {
  if (store === null || found?.storeId !== storeId) throw new AppError('not_found');
  return found;
}

function detailsOf({
  id,
  url,
  kinds,
}: {
  readonly id: string;
  readonly url: string;
  readonly kinds: readonly string[];
}) {
  return { endpoint: id, url, kinds: kinds.join(' ') };
}
