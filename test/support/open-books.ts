import { eventually } from './receiver.ts';

/** Money may go out once the books were looked at; on a busy machine a service begins to serve before. */
export async function untilBooksAreOpen(url: string): Promise<void> {
  await eventually(async () => !(await metricsOf(url)).includes('\nquittance_money_out_stopped 1'), 'open books');
}

async function metricsOf(url: string): Promise<string> {
  return await (await fetch(`${url}/metrics`)).text();
}
