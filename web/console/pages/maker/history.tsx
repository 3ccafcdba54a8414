import type { ReactNode } from 'react';
import { useBankName } from '../../api/names.ts';
import { minorUnits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { filter, List } from '../../ui/list.tsx';
import { useIsNarrow } from '../../ui/narrow.ts';
import { Instant, Money, PageHead, RequisiteNumber, Status, TwoLines } from '../../ui/values.tsx';

/** Every deal the maker ever had. */
export default function History(): ReactNode {
  const { trade, statuses, maker } = useText();
  const { history: words } = maker;
  const bankName = useBankName();
  const isExtra = useIsNarrow();
  return (
    <>
      <PageHead title={words.title} note={words.note} />
      <List
        of="listDeals"
        isLive
        label={words.title}
        empty={words.empty}
        emptyHint={words.emptyHint}
        filters={{
          status: filter.choice(trade.status, { ...statuses.deal, new: null, running: null }),
          type: filter.choice(trade.type, trade.directions),
          makerId: null,
        }}
        columns={[
          {
            id: 'sum',
            title: trade.sum,
            cell: ({ sum, receivedSum, startedAt }) => (
              <TwoLines upper={<Money value={receivedSum ?? sum} />} lower={<Instant at={startedAt} />} />
            ),
            order: ({ sum }) => minorUnits(sum),
          },
          {
            id: 'status',
            title: trade.status,
            cell: ({ status, type, paymentMethod }) => (
              <TwoLines
                upper={
                  <span>
                    <Status of="deal" value={status} />
                  </span>
                }
                lower={`${trade.directions[type]} · ${bankName(paymentMethod)}`}
              />
            ),
            order: ({ status }) => statuses.deal[status],
          },
          {
            id: 'requisite',
            title: trade.requisite,
            isExtra,
            cell: ({ requisites: { requisites, holder } }) => (
              <TwoLines upper={<RequisiteNumber value={requisites} />} lower={holder} />
            ),
          },
          {
            id: 'makerSum',
            title: trade.balance,
            isNumeric: true,
            isExtra,
            cell: ({ status, type, makerSum }) =>
              status !== 'completed' ? (
                '–'
              ) : (
                <TwoLines upper={<Money value={makerSum} />} lower={type === 'in' ? words.youPaid : words.youGot} />
              ),
            order: ({ makerSum }) => minorUnits(makerSum),
          },
          {
            id: 'reward',
            title: words.reward,
            isNumeric: true,
            isExtra,
            // Earned when the deal is paid; before that it is a promise.
            cell: ({ status, rewardSum }) =>
              status === 'completed' && rewardSum !== undefined ? <Money value={rewardSum} /> : '–',
            order: ({ rewardSum }) => (rewardSum === undefined ? 0n : minorUnits(rewardSum)),
          },
          column.text('rate', trade.rate, { isNumeric: true, isExtra }),
          column.id('id', trade.id, { isExtra: true }),
          column.at('endedAt', trade.updatedAt, { isExtra: true }),
        ]}
      />
    </>
  );
}
