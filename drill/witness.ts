import { connect } from '../src/storage/database/connection.ts';
import type { Fleet } from './fleet.ts';
import { databaseUrl } from './fleet-settings.ts';

/** What the processes of the service say of commits that a failover has lost. */
export async function readWitness({ services, settings }: Fleet): Promise<{
  readonly named: readonly string[];
  readonly isMoneyStopped: boolean;
}> {
  const metrics = await Promise.all(services.map((service) => service.metrics()));
  const client = await connect(databaseUrl(settings, 'owner'), 'admin');
  const { rows } = await client
    .query(`select distinct one->>'subjectId' as id from money_stops, jsonb_array_elements(lost) one`)
    .finally(() => client.end());
  return {
    named: rows.map(({ id }) => id),
    isMoneyStopped: metrics.every((text) => /^quittance_money_out_stopped 1$/m.test(text)),
  };
}
