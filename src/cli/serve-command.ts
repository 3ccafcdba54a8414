import type { CliCommand } from './command-line.ts';

export const serveCommand: CliCommand = {
  name: 'serve',
  summary: 'Run the service until it is stopped',
  notes:
    'The same as "npm start" without the build. SIGTERM and Ctrl-C finish what is in flight; a second one ends at once.',
  async run() {
    // Loaded only here: the other commands need no HTTP server, and start faster without it.
    const { serve } = await import('./serve.ts');
    await serve();
    // The service runs on; its signals end the process.
    return await new Promise<never>(() => undefined);
  },
};
