import { expect, it } from 'vitest';
import { Metrics, readTogether } from './metrics.ts';

it('gauges of one thing read it once each time the metrics are asked for, also after it could not be read', async () => {
  const metrics = new Metrics();
  let reads = 0;
  const times = readTogether(async () => {
    reads += 1;
    if (reads === 2) throw new Error('the database is away');
    return reads;
  });
  for (const name of ['one', 'other']) metrics.gauge(name, 'A test', times);
  const shown = async () => (await metrics.read()).match(/^quittance_(one|other) .*$/gm);
  expect(await shown()).toEqual(['quittance_one 1', 'quittance_other 1']);
  expect(await shown()).toEqual(['quittance_one Nan', 'quittance_other Nan']);
  expect(await shown()).toEqual(['quittance_one 3', 'quittance_other 3']);
});

it('a gauge that cannot be read is NaN, or has no values by label, and the others are served', async () => {
  const metrics = new Metrics();
  const fail = () => Promise.reject(new Error('the database is away'));
  metrics.gauge('away', 'A test', fail);
  metrics.gaugeBy('away_by', 'A test', ['label'], fail);
  metrics.gauge('here', 'A test', () => 1);
  const shown = (await metrics.read()).match(/^quittance_(away|away_by|here)[ {].*$/gm);
  expect(shown).toEqual(['quittance_away Nan', 'quittance_here 1']);
});
