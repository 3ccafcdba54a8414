import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import type { BankAccountDay } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Badge, Money } from '../../ui/values.tsx';
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
      columns={useColumns()}
    />
  );
}

function useColumns(): readonly Column<BankAccountDay>[] {
  const { bank } = useText();
  return [
    { id: 'day', title: bank.day, cell: ({ day }) => <time dateTime={day}>{day}</time> },
    {
      id: 'state',
      title: bank.what,
      cell: ({ state }) => <Badge tone={tones[state]}>{bank.dayStates[state]}</Badge>,
    },
    { id: 'onlyBank', title: bank.views.bank, isNumeric: true, cell: ({ onlyBank }) => onlyBank },
    { id: 'onlyOurs', title: bank.views.ours, isNumeric: true, cell: ({ onlyOurs }) => onlyOurs },
    { id: 'opening', title: bank.opening, isNumeric: true, cell: ({ opening }) => <Money value={opening} /> },
    { id: 'sumIn', title: bank.sumIn, isNumeric: true, cell: ({ sumIn }) => <Money value={sumIn} /> },
    { id: 'sumOut', title: bank.sumOut, isNumeric: true, cell: ({ sumOut }) => <Money value={sumOut} /> },
    { id: 'closing', title: bank.closing, isNumeric: true, cell: ({ closing }) => <Money value={closing} /> },
    { id: 'lines', title: bank.lines, isNumeric: true, cell: ({ lines }) => lines },
  ];
}
