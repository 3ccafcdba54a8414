import { prepareSchema } from '../storage/installation/migrate.ts';
import type { CliCommand } from './command-line.ts';
import { withAnyDatabase } from './session.ts';

export const migrateCommand: CliCommand = {
  name: 'migrate',
  summary: 'Bring the database to the newest schema',
  notes: `The service does this at every start; run it alone to see an upgrade through before the service starts. With
DATABASE_OWNER_URL it works as that role, and gives the role of DATABASE_URL what it needs: a service whose settings do
not have DATABASE_OWNER_URL cannot change its tables.`,
  async run(call) {
    const { applied } = await withAnyDatabase(call, ({ addresses }) => prepareSchema(addresses), 'create');
    const text =
      applied.length === 0 ? 'The schema is the newest.\n' : applied.map((name) => `applied ${name}\n`).join('');
    return { text, data: { applied } };
  },
};
