import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import type { BankAccountDay } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { Table } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import type { AccountView } from './account-view.ts';
import { DayFilter } from './day-filter.tsx';

const tones = { closed: 'ok', open: 'wait', unbalanced: 'bad', untold: 'off' } as const;

/** Which days are closed. A row leads to what is left of its day. */
export function DaysTable({ account, filters }: AccountView): ReactNode {
  const { bank } = useText();
  const url = useUrlState();
  const query = { to: url.get('to') };
  const days = useRead('readAccountDays', { path: { id: account.id }, query }, { isLive: true, keepsPrevious: true });
  const leftOf = ({ day, onlyBank, onlyOurs }: BankAccountDay) =>
    `/bank?account=${account.id}&show=${onlyBank > 0 ? 'bank' : onlyOurs > 0 ? 'ours' : 'matched'}&from=${day}&to=${day}`;
  return (
    <Table
      label={bank.views.days}
      rows={days.data?.items}
      error={days.error}
      retry={() => days.refetch()}
      rowKey={({ day }) => day}
      href={leftOf}
      empty={bank.nothing.lines}
      filters={
        <>
          {filters}
          <DayFilter name="to" label={bank.until} />
        </>
      }
      columns={[
        column.named('day', bank.day, (day: string) => <time dateTime={day}>{day}</time>),
        column.badge('state', bank.what, (state: keyof typeof tones) => [tones[state], bank.dayStates[state]]),
        column.count('onlyBank', bank.views.bank),
        column.count('onlyOurs', bank.views.ours),
        column.money('opening', bank.opening),
        column.money('sumIn', bank.sumIn),
        column.money('sumOut', bank.sumOut),
        column.money('closing', bank.closing),
        column.count('lines', bank.lines),
      ]}
    />
  );
}
