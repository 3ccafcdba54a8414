import { type ReactNode, useContext } from 'react';
import type { OperatorDeal } from '../../../api/schema.ts';
import { useText } from '../../../text/locale.tsx';
import { InlineActs } from '../../../ui/dialog.tsx';
import { Facts, Instant, Money, RequisiteNumber } from '../../../ui/values.tsx';

/** What an overdue transfer would be settled with instead of its own rate. */
export function newRateOf({ overdue }: OperatorDeal) {
  return overdue?.newRate ?? null;
}

/** What an act is about. Beside the case itself it would be said twice. */
export function DealFacts({
  deal,
  children,
}: {
  readonly deal: OperatorDeal;
  readonly children?: ReactNode;
}): ReactNode {
  if (useContext(InlineActs) !== null) return null;
  return (
    <>
      <DealFigures deal={deal} />
      {children}
    </>
  );
}

export function DealFigures({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const text = useText();
  const { acts } = text.operator;
  const newRate = newRateOf(deal);
  const figures = (rate: string, makerSum: OperatorDeal['makerSum']) => (
    <span>
      {rate} · <Money value={makerSum} />
    </span>
  );
  return (
    <Facts
      items={[
        deal.overdue === null ? null : [acts.overdueSince, <Instant key="overdue" at={deal.overdue.since} />],
        newRate === null ? null : [acts.ownRate, figures(deal.rate, deal.makerSum)],
        newRate === null ? null : [acts.newRate, figures(newRate.rate, newRate.makerSum)],
        [text.trade.sum, <Money key="sum" value={deal.sum} />],
        [text.trade.requisite, <RequisiteNumber key="number" value={deal.requisites.requisites} />],
        [text.trade.holder, deal.requisites.holder || '–'],
      ]}
    />
  );
}
