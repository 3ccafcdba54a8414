import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Money } from '../../ui/values.tsx';
import { DebtFigures } from '../debts.tsx';

/** What the maker has and what is set aside for deals, wherever it matters for what to do next. */
export function OwnBalance(): ReactNode {
  const text = useText();
  const { makerId } = useMe();
  const maker = useRead('getMaker', { path: { id: makerId ?? 0 } }, { isLive: true });
  const next = useRead('listPayouts', { query: { limit: 1 } }, { isLive: true }).data?.items[0];
  const figures = [
    [text.trade.available, maker.data?.available ?? null],
    [text.trade.heldSum, maker.data?.held ?? null],
    [text.maker.now.earned, maker.data?.lastDayEarned ?? null],
  ] as const;
  return (
    <dl className="figures maker-figures">
      {figures.map(([label, money]) => (
        <div className="figure" key={label}>
          <dt>{label}</dt>
          <dd>
            <Money value={money} />
          </dd>
        </div>
      ))}
      <DebtFigures kind="maker_debt" ownerId={makerId ?? 0} href={(id) => `/statement?account=${id}`} />
      <div className="figure">
        <dt>{text.maker.now.nextPayout}</dt>
        <dd>
          {next === undefined ? (
            <span className="muted">{text.maker.now.noPayout}</span>
          ) : (
            <Link href="/payouts">
              <Money value={next.makerSum} />
            </Link>
          )}
        </dd>
      </div>
    </dl>
  );
}
