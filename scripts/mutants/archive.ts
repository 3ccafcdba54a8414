import type { Mutant } from './mutant.ts';

const file = 'migrations/0105-archive.sql';
const test = {
  file: 'test/engine/archive.test.ts',
  name: 'is not noticed: both worlds hear the same, and have the same rows in the end',
};

export const archiveMutants: readonly Mutant[] = [
  {
    name: 'archive-loses-a-row',
    mistake: 'moving invoices into the archive loses one row of each table',
    file,
    text: 'overriding system value select * from gone',
    replacement: 'overriding system value select * from gone offset 1',
    test,
  },
  {
    name: 'archive-moves-disputes',
    mistake: 'an invoice that is disputed leaves the living: nobody is reminded of it',
    file,
    text: `i.status in ('paid', 'canceled', 'expired') and i.updated_at < bound
      and not exists (select from archive_months m where m.month = archive_month_of(i.id) and m.detached_at is not null)
      and not exists (select from only deals d where d.invoice_id = i.id and (
        d.status not in ('completed', 'canceled', 'expired') or (d.occupies`,
    replacement: `i.updated_at < bound
      and not exists (select from archive_months m where m.month = archive_month_of(i.id) and m.detached_at is not null)
      and not exists (select from only deals d where d.invoice_id = i.id and ((d.occupies`,
    test,
  },
  {
    name: 'archive-moves-held-money',
    mistake: 'an invoice moves while money that came for it waits for a person',
    file,
    text: `or exists (select from arrivals a where a.deal_id = d.id and a.status = 'held')`,
    replacement: '',
    test,
  },
  {
    name: 'archive-moves-refunds',
    mistake: 'a payin moves while its payer may still say where the refund goes',
    file,
    text: 'and not exists (select from refunds r where r.invoice_id = i.id)',
    replacement: '',
    test,
  },
  {
    name: 'archive-moves-the-young',
    mistake: 'an old invoice moves right after somebody has decided about it',
    file,
    text: `'expired') and i.updated_at < bound`,
    replacement: `'expired')`,
    test,
  },
  {
    name: 'detached-is-lost',
    mistake: 'a lane that was quiet reports the invoices of a detached month as lost, and money stops',
    file: 'src/storage/batch/find-lost.ts',
    text: 'x where x.id = k.id)',
    replacement: 'x where x.id <> x.id)',
    test: { file: 'test/engine/archive-file.test.ts', name: 'is not lost: a lane that has stored its invoices' },
  },
];
