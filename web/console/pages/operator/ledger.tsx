import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { minorUnits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Money, PageHead } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { BooksState } from './books-state.tsx';

type Account = Answer<'listLedgerAccounts'>['items'][number];

/** All accounts of the books, and whether the books are right. */
export default function Ledger(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const query = { kind: url.get('kind'), ownerId: url.get('ownerId'), after: useCursor() };
  const accounts = useRead('listLedgerAccounts', { query }, { isLive: true, keepsPrevious: true });
  return (
    <>
      <PageHead title={text.operator.ledger.title} note={text.operator.ledger.note} />
      <BooksState />
      <Table
        isLedger
        label={text.operator.ledger.accounts}
        rows={accounts.data?.items}
        error={accounts.error}
        retry={() => accounts.refetch()}
        rowKey={({ id }) => id}
        href={({ id }) => `/ledger/${id}`}
        next={accounts.data?.next ?? null}
        empty={text.operator.ledger.empty}
        filters={
          <FilterSelect name="kind" label={text.operator.ledger.kind} options={Object.entries(text.trade.accounts)} />
        }
        columns={useColumns()}
      />
    </>
  );
}

function useColumns(): readonly Column<Account>[] {
  const text = useText();
  const ownerName = useOwnerName();
  const kinds: Readonly<Record<string, string>> = text.trade.accounts;
  return [
    { id: 'id', title: text.trade.id, cell: ({ id }) => id, order: ({ id }) => id },
    {
      id: 'kind',
      title: text.operator.ledger.kind,
      cell: ({ kind }) => kinds[kind] ?? kind,
      order: ({ kind }) => kind,
    },
    { id: 'owner', title: text.operator.ledger.owner, cell: ownerName, order: ownerName },
    {
      id: 'balance',
      title: text.trade.balance,
      isNumeric: true,
      cell: ({ balance }) => <Money value={balance} />,
      order: ({ balance }) => minorUnits(balance),
    },
  ];
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
