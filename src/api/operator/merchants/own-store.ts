import type { Store } from '../../../domain/merchants/store.ts';
import { AppError } from '../../../errors/app-error.ts';
import { idInPath } from '../../parameters.ts';
import type { OperatorCall } from '../endpoint.ts';

export const storeInPath = idInPath('Store ID');

/** A merchant's own; another's does not exist. */
export function ownStore(call: OperatorCall, id: number): Store {
  const store = storeOf(call, id);
  if (call.actor.role !== 'operator' && call.actor.merchantId !== store.merchantId) throw new AppError('not_found');
  return store;
}

export function storeOf({ context }: OperatorCall, id: number): Store {
  const store = context.catalogue().stores.get(id);
  if (store === undefined) throw new AppError('not_found');
  return store;
}
