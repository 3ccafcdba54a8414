import { Rate, Requisite, Store, StoreLimit } from './entities.mjs';

/** What seldom changes is read at the start and kept, as ours does: a request costs nothing for it. */
export async function readSettings(dataSource, storeId) {
  const store = await dataSource.getRepository(Store).findOneByOrFail({ id: storeId });
  const limits = await dataSource.getRepository(StoreLimit).findBy({ storeId, type: 'in' });
  const { settlementCurrency } = store;
  const rates = await dataSource.getRepository(Rate).findBy({ settlementCurrency, type: 'in' });
  const requisites = await dataSource
    .getRepository(Requisite)
    .find({ where: { paused: false, maker: { isOn: true, stopped: false } }, relations: { maker: true } });
  return {
    store,
    limits: new Map(limits.map((limit) => [limit.currency, limit])),
    rates: new Map(rates.map(({ fiatCurrency, rateE8 }) => [fiatCurrency, rateE8])),
    requisites: byCurrency(requisites),
  };
}

function byCurrency(requisites) {
  const groups = new Map();
  for (const one of requisites) groups.set(one.currency, [...(groups.get(one.currency) ?? []), one]);
  return groups;
}
