import type { ReactNode } from 'react';
import { useBankName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { BankAccount } from '../../api/schema.ts';
import { groupDigits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, ActForm, field, reason } from '../../ui/act-form.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
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
        {requisites.length > 1 && <UngroupRequisites account={account} />}
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
    <ActForm
      operation="groupRequisites"
      words={{ title: bank.groupTitle, submit: shell.save, done: bank.grouped }}
      fields={{
        requisiteIds: field.own(
          others === undefined ? (
            <p className="hint">{listed.isError ? bank.noRequisites : shell.loading}</p>
          ) : (
            <RequisiteChecks legend={bank.group} requisites={others} empty={bank.noRequisites} />
          ),
          (values) => [...own, ...chosenOf(values, others ?? [])],
        ),
        number: field.textOrNull(bank.number, { hint: bank.numberHint, defaultValue: number ?? '', maxLength: 64 }),
        zone: field.text(bank.zone, { defaultValue: zone, maxLength: 64 }),
        reason,
      }}
      onClose={onClose}
    >
      <p className="hint">{bank.groupHint}</p>
    </ActForm>
  );
}

function UngroupRequisites({ account: { id, requisites } }: AccountProps): ReactNode {
  const { bank } = useText();
  const checks = <RequisiteChecks legend={bank.ungroup.submit} requisites={requisites} empty="" />;
  return (
    <ActButton
      operation="ungroupRequisites"
      path={{ id }}
      words={bank.ungroup}
      isSmall
      fields={{ requisiteIds: field.own(checks, (values) => chosenOf(values, requisites)), reason }}
    >
      <p className="hint">{bank.ungroupHint}</p>
    </ActButton>
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
