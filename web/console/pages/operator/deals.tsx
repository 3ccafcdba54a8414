import type { ReactNode } from 'react';
import { useMakerChoices } from '../../api/choices.ts';
import { useBankName, useMakerName } from '../../api/names.ts';
import { useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { filter, List } from '../../ui/list.tsx';
import { Countdown, PageHead, RequisiteNumber, TwoLines } from '../../ui/values.tsx';
import { ActButtons } from './acts/act-buttons.tsx';
import { dealActs } from './acts/acts.tsx';

/** Deals of all makers or one: payins that run, payouts and who pays them. */
export default function Deals(): ReactNode {
  const text = useText();
  const { trade, statuses, operator } = text;
  const [makerName, bankName, makers] = [useMakerName(), useBankName(), useMakerChoices()];
  return (
    <>
      <PageHead title={trade.deals} note={operator.deals.note} />
      <List
        of="listDeals"
        isLive
        label={trade.deals}
        href={({ invoiceId }) => `/invoices/${invoiceId}`}
        empty={operator.deals.empty}
        filters={{
          status: filter.choice(trade.status, { ...statuses.deal, running: null }),
          type: filter.choice(trade.type, trade.directions),
          makerId: filter.picked(trade.maker, makers),
        }}
        columns={[
          column.at('startedAt', trade.startedAt, { isSorted: true }),
          column.word('type', trade.type, trade.directions, { isSorted: true }),
          column.status('status', trade.status, 'deal', { isSorted: true }),
          column.money('sum', trade.sum, { isSorted: true }),
          {
            id: 'requisite',
            title: trade.requisite,
            cell: ({ requisites: { requisites, holder } }) => (
              <TwoLines upper={<RequisiteNumber value={requisites} />} lower={holder} />
            ),
          },
          column.named('paymentMethod', trade.bank, bankName, { id: 'bank' }),
          {
            id: 'maker',
            title: trade.maker,
            cell: ({ makerId }) => makerName(makerId ?? null),
            order: ({ makerId }) => makerId ?? 0,
          },
          {
            id: 'deadline',
            title: trade.deadlineAt,
            cell: ({ status, deadlineAt }) =>
              status === 'new' || status === 'transfer_waiting' ? <Countdown until={deadlineAt} /> : '–',
          },
          column.rate('rate', trade.rate, { isExtra: true }),
        ]}
        acts={(row) => <ActButtons choices={dealActs(text, row)} isSmall />}
      />
    </>
  );
}
