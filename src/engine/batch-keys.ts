import type { Needs } from '../commands/command.ts';
import { type Catalogue, makerOf } from '../domain/catalogue.ts';
import type { BatchKeys } from '../storage/batch/batch-load.ts';

/** Gathers what all commands of a batch need into one set of keys, each key once. */
export function gatherKeys(
  catalogue: Catalogue,
  all: readonly Needs[],
  idempotency: BatchKeys['idempotency'],
): BatchKeys {
  const earlierPayins: BatchKeys['earlierPayins'][number][] = [];
  const earlierPayouts: BatchKeys['earlierPayouts'][number][] = [];
  const invoiceIds = new Set<string>();
  const merchantIds = new Set<number>();
  const withdrawalIds = new Set<string>();
  const requisiteIds = new Set<number>();
  const pairs: BatchKeys['pairs'][number][] = [];
  const accountIds = new Set<number>();
  const arrivals: BatchKeys['arrivals'][number][] = [];
  const arrivalIds = new Set<string>();
  const arrivalsOf = new Set<string>();
  const subjectIds = new Set<string>();
  for (const needs of all) {
    for (const id of needs.invoiceIds ?? []) invoiceIds.add(id);
    for (const id of needs.merchantIds ?? []) merchantIds.add(id);
    for (const id of needs.withdrawalIds ?? []) withdrawalIds.add(id);
    for (const id of needs.accountIds ?? []) accountIds.add(id);
    for (const id of needs.arrivalIds ?? []) arrivalIds.add(id);
    for (const id of needs.arrivalsOf ?? []) arrivalsOf.add(id);
    for (const id of needs.subjectIds ?? []) subjectIds.add(id);
    if (needs.arrival !== undefined) arrivals.push(needs.arrival);
    if (needs.earlier !== undefined) (needs.earlier.type === 'in' ? earlierPayins : earlierPayouts).push(needs.earlier);
    for (const requisite of needs.candidates?.requisites ?? []) {
      const maker = makerOf(catalogue, requisite.makerId);
      requisiteIds.add(requisite.id);
      accountIds.add(maker.availableId).add(maker.heldId);
      pairs.push({ requisiteId: requisite.id, amount: needs.candidates?.amount ?? 0n });
    }
  }
  return {
    idempotency,
    earlierPayins,
    earlierPayouts,
    invoiceIds: [...invoiceIds],
    merchantIds: [...merchantIds],
    withdrawalIds: [...withdrawalIds],
    requisiteIds: [...requisiteIds],
    pairs,
    accountIds: [...accountIds],
    arrivals,
    arrivalIds: [...arrivalIds],
    arrivalsOf: [...arrivalsOf],
    subjectIds: [...subjectIds],
  };
}
