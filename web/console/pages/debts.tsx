import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { minorUnits } from '../format.ts';
import { useText } from '../text/locale.tsx';
import { Figure, Money } from '../ui/values.tsx';

/** What makers, or stores, owe the service; `ownerId`: one of them. Of most there is nothing. */
export function useDebts(kind: 'maker_debt' | 'store_debt', ownerId?: number): Answer<'listLedgerAccounts'>['items'] {
  const query = { kind, limit: 200, ...(ownerId === undefined ? {} : { ownerId }) };
  const accounts = useRead('listLedgerAccounts', { query }, { isLive: true });
  return (accounts.data?.items ?? []).filter(({ balance }) => minorUnits(balance) !== 0n);
}

/** Among the figures of who owes it. `href`: where its account is shown. */
export function DebtFigures({
  href,
  ...of
}: {
  readonly kind: 'maker_debt' | 'store_debt';
  readonly ownerId: number;
  readonly href: (accountId: number) => string;
}): ReactNode {
  const { trade } = useText();
  return useDebts(of.kind, of.ownerId).map(({ id, balance }) => (
    <Figure
      key={id}
      label={trade.debt}
      value={
        <Link href={href(id)} title={trade.debtHint}>
          <Money value={balance} />
        </Link>
      }
    />
  ));
}
