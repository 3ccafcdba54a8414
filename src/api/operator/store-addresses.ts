import { type Static, Type } from 'typebox';
import type { AuditEntry } from '../../domain/audit.ts';
import { storeOf } from '../../domain/catalogue.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { addressWaitMs } from '../../domain/withdrawal.ts';
import { isWellFormedAddress } from '../../domain/withdrawal-address.ts';
import { AppError } from '../../errors.ts';
import { findStoreAddresses, type StoreAddress } from '../../storage/reads/store-address-reads.ts';
import { ReasonBody } from './act.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { idOf, Reason } from './fields.ts';
import { reachesStore } from './reach.ts';

/** The addresses a store may withdraw to with one approval. A new one waits a day. */
export const listStoreAddresses: OperatorEndpoint = {
  method: 'GET',
  path: '/stores/:id/addresses',
  operationId: 'listStoreAddresses',
  summary: "List a store's withdrawal addresses",
  roles: ['operator', 'merchant'],
  scope: 'read',
  response: Type.Object({ items: Type.Array(Type.Object({})) }),
  async handle(call) {
    const addresses = await findStoreAddresses(call.context.pool, storeInPath(call));
    return { items: addresses.map(addressDTO) };
  },
};

const AddAddressBody = Type.Object({
  address: Type.String({ minLength: 1, maxLength: 255 }),
  note: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 255, pattern: '^[^\\u0000]*$' }),
  ),
  reason: Reason,
});

export const addStoreAddress: OperatorEndpoint = {
  method: 'POST',
  path: '/stores/:id/addresses',
  operationId: 'addStoreAddress',
  summary: 'Add a withdrawal address',
  description: 'One approval is enough for it after its waiting time, `usableAt`.',
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: AddAddressBody },
  response: Type.Object({}),
  async handle(call) {
    const { context, request } = call;
    const { address, note, reason } = request.body as Static<typeof AddAddressBody>;
    const storeId = storeInPath(call);
    const { accounts } = storeOf(context.catalogue(), storeId);
    if (!accounts.some(({ network }) => isWellFormedAddress(network, address))) {
      const network = accounts.map((account) => account.network).join(' or ');
      throw new AppError('invalid_address', { field: 'address', network });
    }
    const addedAt = context.clock();
    const given = { address, note: note ?? '', addedAt, usableAt: addedAt + addressWaitMs };
    const entry = auditEntry(call, 'add-store-address', storeId, address, reason);
    return addressDTO(await context.settings.addresses.add(storeId, given, entry));
  },
};

export const removeStoreAddress: OperatorEndpoint = {
  method: 'DELETE',
  path: '/stores/:id/addresses/:address',
  operationId: 'removeStoreAddress',
  summary: 'Remove a withdrawal address',
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: ReasonBody },
  response: Type.Object({ status: Type.String() }),
  async handle(call) {
    const { reason } = call.request.body as Static<typeof ReasonBody>;
    const { address } = call.request.params as { readonly address: string };
    const storeId = storeInPath(call);
    // PostgreSQL cannot store NUL in text, so nothing with one is there.
    if (address.includes('\0')) throw new AppError('not_found');
    const entry = auditEntry(call, 'remove-store-address', storeId, address, reason);
    if (!(await call.context.settings.addresses.remove(storeId, address, entry))) throw new AppError('not_found');
    return { status: 'removed' };
  },
};

function storeInPath({ context, request, actor }: OperatorCall): number {
  const storeId = idOf(request);
  if (!reachesStore(context.catalogue(), actor, storeId)) throw new AppError('not_found');
  return storeId;
}

function auditEntry(
  { context, actor }: OperatorCall,
  action: string,
  storeId: number,
  address: string,
  reason: string,
): AuditEntry {
  const subject = { subjectKind: 'store', subjectId: String(storeId) };
  return { at: context.clock(), actor, action, ...subject, reason, details: { address } };
}

function addressDTO({ address, note, addedAt, usableAt }: StoreAddress): object {
  return { address, note, addedAt: formatTimestamp(addedAt), usableAt: formatTimestamp(usableAt) };
}
