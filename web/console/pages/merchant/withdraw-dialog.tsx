import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { formatMoney } from '../../format.ts';
import { useLocale } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { AmountField, CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { Facts, Money } from '../../ui/values.tsx';
import type { Store } from './own-merchant.ts';
import { CodeField } from './second-factor.tsx';

/** Asks for a withdrawal, on the word of a code. The names of the fields are those of the interface, as its refusals are. */
export function WithdrawDialog({ store, onClose }: { readonly store: Store; readonly onClose: () => void }): ReactNode {
  const { text, locale } = useLocale();
  const { withdrawals } = text.merchant;
  const ledger = useRead('listLedgerAccounts', { query: { limit: 200 } });
  const known = useRead('listStoreAddresses', { path: { id: store.id } });
  const [account] = store.accounts;
  const available = ledger.data?.items.find(({ kind, ownerId }) => kind === 'store_available' && ownerId === store.id);
  return (
    <ActDialog
      title={withdrawals.askTitle}
      operation="requestWithdrawal"
      submit={withdrawals.ask}
      done={withdrawals.asked}
      read={(values) => ({
        body: {
          accountId: values.text('accountId'),
          amount: values.amount('amount'),
          address: values.text('address'),
          code2FA: values.text('code2FA'),
          substractFeeFromAmount: values.isChecked('substractFeeFromAmount'),
        },
      })}
      onClose={onClose}
    >
      <Facts items={[[text.trade.available, <Money key="available" value={available?.balance ?? null} />]]} />
      <SelectField
        name="accountId"
        label={withdrawals.account}
        options={store.accounts.map(({ id, currency, network }) => [id, `${store.name} · ${currency} ${network}`])}
      />
      <AmountField
        name="amount"
        label={text.fields.amount}
        currency={account?.currency ?? ''}
        {...(account === undefined ? {} : { hint: withdrawals.fee(formatMoney(locale, account.withdrawalFee)) })}
        required
      />
      <CheckField name="substractFeeFromAmount" label={withdrawals.subtractFee} />
      <TextField
        name="address"
        label={text.fields.address}
        hint={withdrawals.addressHint(account?.network ?? '')}
        list="known-addresses"
        spellCheck={false}
        maxLength={255}
        required
      />
      <datalist id="known-addresses">
        {known.data?.items.map(({ address, note }) => (
          <option key={address} value={address}>
            {note}
          </option>
        ))}
      </datalist>
      <CodeField name="code2FA" hint={text.merchant.secondFactor.codeHint} />
    </ActDialog>
  );
}
