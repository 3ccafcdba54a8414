import './bank.css';
import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import type { BankAccount } from '../../api/schema.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { Awaited, EmptyState } from '../../ui/states.tsx';
import { PageHead } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { AccountRequisites } from './account-requisites.tsx';
import { BringFileDialog } from './bring-file.tsx';
import { DaysTable } from './days.tsx';
import { FilesTable } from './files.tsx';
import { LinesTable } from './lines.tsx';
import { UnbackedTable } from './unbacked.tsx';

/** What banks' files say beside what we know: which days are closed, and what somebody has to work off. */
export default function Bank(): ReactNode {
  const text = useText();
  const accounts = useRead('listBankAccounts', { query: { limit: 200 } });
  return (
    <>
      <PageHead title={text.bank.title} note={text.bank.note}>
        <DialogButton label={text.bank.bring} tone="primary">
          {(onClose) => <BringFileDialog onClose={onClose} />}
        </DialogButton>
      </PageHead>
      {accounts.data === undefined ? <Awaited answer={accounts} /> : <Account accounts={accounts.data.items} />}
    </>
  );
}

const views = ['days', 'bank', 'ours', 'matched', 'explained', 'out', 'files'] as const;
type View = (typeof views)[number];

function Account({ accounts }: { readonly accounts: readonly BankAccount[] }): ReactNode {
  const { bank } = useText();
  const url = useUrlState();
  const isOperator = useMe().role === 'operator';
  const [first] = accounts;
  if (first === undefined) return <EmptyState title={bank.none} hint={bank.noneHint} />;
  const account = accounts.find(({ id }) => String(id) === url.get('account')) ?? first;
  const view = views.find((one) => one === url.get('show')) ?? 'days';
  const filters = (
    <>
      <FilterSelect
        name="account"
        label={bank.account}
        usual={String(first.id)}
        options={accounts.map((one) => [String(one.id), accountName(one)])}
      />
      <FilterSelect name="show" label={bank.show} usual="days" options={views.map((one) => [one, bank.views[one]])} />
    </>
  );
  return (
    <>
      {isOperator && <AccountRequisites key={account.id} account={account} />}
      <Shown view={view} account={account} filters={filters} />
    </>
  );
}

function Shown({
  view,
  account,
  filters,
}: {
  readonly view: View;
  readonly account: BankAccount;
  readonly filters: ReactNode;
}): ReactNode {
  switch (view) {
    case 'days':
      return <DaysTable account={account} filters={filters} />;
    case 'ours':
      return <UnbackedTable account={account} filters={filters} />;
    case 'files':
      return <FilesTable account={account} filters={filters} />;
    default:
      return <LinesTable account={account} list={view} filters={filters} />;
  }
}

function accountName({ number, requisites, makerName }: BankAccount): string {
  const places = requisites.map((one) => `…${one.number.slice(-4)}`).join(', ');
  return `${number === null ? '' : `…${number.slice(-6)} · `}${places} · ${makerName}`;
}
