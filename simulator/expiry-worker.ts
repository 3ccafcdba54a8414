import { expireInvoice } from '../src/commands/invoices/expire-invoice.ts';
import type { DecisionBook } from './decisions.ts';
import type { Random } from './random.ts';
import type { ServiceProcess } from './service-process.ts';
import { isDue } from './store/due-invoices.ts';
import type { MemoryStore } from './store/memory-store.ts';
import type { Timeline } from './timeline.ts';

const pauseMs = { shortest: 40_000, longest: 80_000 } as const;
const invoicesPerStepMax = 500;

/** Writes down what has expired, by the clock of its process; every process has one. */
export function runExpiryWorker(
  server: ServiceProcess,
  world: {
    readonly store: MemoryStore;
    readonly timeline: Timeline;
    readonly random: Random;
    readonly decisions: DecisionBook;
  },
): void {
  const { store, timeline, random, decisions } = world;
  const step = () => {
    timeline.after(random.between(pauseMs.shortest, pauseMs.longest), step);
    if (!server.isUp) return;
    for (const invoiceId of store.due.take(server.now, invoicesPerStepMax)) {
      const invoice = store.invoices.get(invoiceId);
      // What money keeps open comes back to the list when its state changes.
      if (invoice === undefined || !isDue(invoice, store.dealsOf.get(invoiceId) ?? [], server.now)) continue;
      // Looked at again a minute later, until somebody has written it down.
      store.due.add(invoiceId, Math.max(server.now, timeline.now) + 1);
      const command = decisions.watched(expireInvoice({ invoiceId, storeId: invoice.storeId, type: invoice.type }));
      server.submit({ command }, () => undefined);
    }
  };
  step();
}
