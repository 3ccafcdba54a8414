import type { ReactNode } from 'react';
import { useBankName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { BankAccount } from '../../api/schema.ts';
import { groupDigits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ReasonField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';

interface AccountProps {
  readonly account: BankAccount;
}

/** Which requisites one file is about; operators put them together and take them apart again. */
export function AccountRequisites({ account }: AccountProps): ReactNode {
  const { bank } = useText();
  const { number, zone, requisites } = account;
  return (
    <div className="bank-account">
      <p>
        <span className="muted">{bank.shared}:</span> {requisites.map((one) => groupDigits(one.number)).join(', ')}
        <span className="muted">
          {' '}
          · {number ?? bank.noNumber} · {zone}
        </span>
      </p>
      <span className="bank-acts">
        <DialogButton label={bank.group} isSmall>
          {(onClose) => <GroupRequisites account={account} onClose={onClose} />}
        </DialogButton>
        {requisites.length > 1 && (
          <DialogButton label={bank.ungroup} isSmall>
            {(onClose) => <UngroupRequisites account={account} onClose={onClose} />}
          </DialogButton>
        )}
      </span>
    </div>
  );
}

function GroupRequisites({ account, onClose }: AccountProps & { readonly onClose: () => void }): ReactNode {
  const { bank, shell } = useText();
  const { makerId, currency, number, zone } = account;
  const own = account.requisites.map(({ id }) => id);
  const listed = useRead('listRequisites', { query: { makerId, limit: 200 } });
  const banks = account.requisites.map(({ bank: code }) => code);
  const others = listed.data?.items
    .filter((one) => one.currency === currency && !own.includes(one.id))
    // An account is at one bank: those of the same come first.
    .sort((left, right) => Number(banks.includes(right.bank)) - Number(banks.includes(left.bank)));
  return (
    <ActDialog
      title={bank.groupTitle}
      operation="groupRequisites"
      submit={shell.save}
      done={bank.grouped}
      read={(values) => ({
        body: {
          requisiteIds: [...own, ...chosenOf(values, others ?? [])],
          number: values.optional('number'),
          zone: values.text('zone'),
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <p className="hint">{bank.groupHint}</p>
      {others === undefined ? (
        <p className="hint">{listed.isError ? bank.noRequisites : shell.loading}</p>
      ) : (
        <RequisiteChecks legend={bank.group} requisites={others} empty={bank.noRequisites} />
      )}
      <TextField name="number" label={bank.number} hint={bank.numberHint} defaultValue={number ?? ''} maxLength={64} />
      <TextField name="zone" label={bank.zone} defaultValue={zone} maxLength={64} required />
      <ReasonField />
    </ActDialog>
  );
}

function UngroupRequisites({ account, onClose }: AccountProps & { readonly onClose: () => void }): ReactNode {
  const { bank } = useText();
  return (
    <ActDialog
      title={bank.ungroup}
      operation="ungroupRequisites"
      submit={bank.ungroup}
      done={bank.ungrouped}
      read={(values) => ({
        path: { id: account.id },
        body: { requisiteIds: chosenOf(values, account.requisites), reason: values.text('reason') },
      })}
      onClose={onClose}
    >
      <p className="hint">{bank.ungroupHint}</p>
      <RequisiteChecks legend={bank.ungroup} requisites={account.requisites} empty="" />
      <ReasonField />
    </ActDialog>
  );
}

interface ListedRequisite {
  readonly id: number;
  readonly number: string;
  readonly bank: string;
}

function chosenOf(values: FormValues, requisites: readonly ListedRequisite[]): number[] {
  return requisites.filter(({ id }) => values.isChecked(`requisite ${id}`)).map(({ id }) => id);
}

function RequisiteChecks({
  legend,
  requisites,
  empty,
}: {
  readonly legend: string;
  readonly requisites: readonly ListedRequisite[];
  readonly empty: string;
}): ReactNode {
  const bankName = useBankName();
  if (requisites.length === 0) return <p className="hint">{empty}</p>;
  return (
    <fieldset className="checks bank-requisites">
      <legend>{legend}</legend>
      {requisites.map(({ id, number, bank }) => (
        <label key={id} className="check">
          <input type="checkbox" name={`requisite ${id}`} />
          <span className="two-lines">
            <span className="number">{groupDigits(number)}</span>
            <span>{bankName(bank)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
