import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { filter, List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/values.tsx';
import { BooksState } from './books-state.tsx';

type Account = Answer<'listLedgerAccounts'>['items'][number];

/** All accounts of the books, and whether the books are right. */
export default function Ledger(): ReactNode {
  const { trade, operator } = useText();
  const { ledger: words } = operator;
  const ownerName = useOwnerName();
  const kinds: Readonly<Record<string, string>> = trade.accounts;
  return (
    <>
      <PageHead title={words.title} note={words.note} />
      <BooksState />
      <List
        of="listLedgerAccounts"
        isLive
        isLedger
        label={words.accounts}
        href={({ id }) => `/ledger/${id}`}
        empty={words.empty}
        filters={{ kind: filter.choice(words.kind, trade.accounts), ownerId: filter.linked() }}
        columns={[
          column.text('id', trade.id, { isSorted: true }),
          column.named('kind', words.kind, (kind: string) => kinds[kind] ?? kind, { isSorted: true }),
          { id: 'owner', title: words.owner, cell: ownerName, order: ownerName },
          column.money('balance', trade.balance, { isSorted: true }),
        ]}
      />
    </>
  );
}

/** Whose an account is, by name. */
export function useOwnerName(): (account: Pick<Account, 'kind' | 'ownerId'>) => string {
  const makers = useRead('listMakers', { query: { limit: 200 } });
  const stores = useRead('listStores', { query: { limit: 200 } });
  const makerNames = new Map(makers.data?.items.map(({ id, name }) => [id, name]));
  const storeNames = new Map(stores.data?.items.map(({ id, name }) => [id, name]));
  return ({ kind, ownerId }) => {
    const names = kind.startsWith('maker') ? makerNames : kind.startsWith('store') ? storeNames : null;
    return names === null ? '–' : (names.get(ownerId) ?? `#${ownerId}`);
  };
}
