import { fail, serve } from './cli/serve.ts';

/** The program, as `npm start` runs it; `quittance serve` is the same. */
serve().catch((error: unknown) => fail('Quittance cannot start.', error));
