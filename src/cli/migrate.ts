import { migrate } from '../storage/migrate.ts';
import type { CliCommand } from './command-line.ts';
import { withAnyDatabase } from './session.ts';

export const migrateCommand: CliCommand = {
  name: 'migrate',
  summary: 'Bring the database to the newest schema',
  notes: 'The service does this at every start; run it alone to see an upgrade through before the service starts.',
  async run(call) {
    const { applied } = await withAnyDatabase(call, ({ connectionString }) => migrate(connectionString), 'create');
    const text =
      applied.length === 0 ? 'The schema is the newest.\n' : applied.map((name) => `applied ${name}\n`).join('');
    return { text, data: { applied } };
  },
};
