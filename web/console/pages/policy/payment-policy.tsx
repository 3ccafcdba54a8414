import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { formatBasisPoints, percentText } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { PercentField, ReasonField, SelectField, TextField } from '../../ui/field.tsx';
import { Facts, Panel } from '../../ui/values.tsx';

type Store = Answer<'getStore'>;

interface PolicyProps {
  readonly store: Store;
  readonly title: string;
}

/** What happens when another sum comes than was asked for: for the merchant's own stores, and for operators. */
export function PaymentPolicy({ store, title }: PolicyProps): ReactNode {
  const { text, locale } = useLocale();
  const { policy: words } = text;
  const { shortUnits, shortBps, restBy, nudgeMinor, excess, currency } = store;
  const parts = [
    ...(shortUnits > 0 ? [`${shortUnits} ${currency}`] : []),
    ...(shortBps > 0 ? [formatBasisPoints(locale, shortBps)] : []),
  ];
  return (
    <Panel
      title={title}
      actions={
        <DialogButton label={text.shell.edit}>
          {(onClose) => <ChangePolicy store={store} onClose={onClose} />}
        </DialogButton>
      }
    >
      <p className="muted">{words.note}</p>
      <Facts
        items={[
          [words.tolerance, parts.length === 0 ? words.nothing : parts.join(words.or)],
          [words.rest, words.restBy[restBy]],
          [words.excess, words.excessRules[excess]],
          [words.nudge, nudgeMinor === 0 ? words.nudgeOff : words.nudgeBy(nudgeMinor)],
        ]}
      />
    </Panel>
  );
}

function ChangePolicy({ store, onClose }: Pick<PolicyProps, 'store'> & { readonly onClose: () => void }): ReactNode {
  const { policy: words, shell } = useText();
  return (
    <ActDialog
      title={words.title}
      operation="changePaymentPolicy"
      submit={shell.save}
      done={words.changed}
      read={(values) => ({
        path: { id: store.id },
        body: {
          shortUnits: values.whole('shortUnits') ?? 0,
          shortBps: values.basisPoints('shortBps'),
          nudgeMinor: values.whole('nudgeMinor') ?? 0,
          restBy: values.text('restBy') === 'payer' ? 'payer' : 'operator',
          excess: values.text('excess') === 'apart' ? 'apart' : 'counts',
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <div className="fields">
        <TextField
          name="shortUnits"
          label={words.shortUnits(store.currency)}
          hint={words.shortUnitsHint}
          inputMode="numeric"
          pattern="[0-9]+"
          defaultValue={store.shortUnits}
          required
        />
        <PercentField
          name="shortBps"
          label={words.shortBps}
          hint={words.shortBpsHint}
          defaultValue={percentText(store.shortBps)}
          required
        />
      </div>
      <SelectField
        name="restBy"
        label={words.rest}
        hint={words.restHint}
        options={(['operator', 'payer'] as const).map((one) => [one, words.restBy[one]])}
        defaultValue={store.restBy}
      />
      <SelectField
        name="excess"
        label={words.excess}
        hint={words.excessHint}
        options={(['counts', 'apart'] as const).map((one) => [one, words.excessRules[one]])}
        defaultValue={store.excess}
      />
      <TextField
        name="nudgeMinor"
        label={words.nudgeMinor}
        hint={words.nudgeHint}
        inputMode="numeric"
        pattern="[0-9]+"
        defaultValue={store.nudgeMinor}
        required
      />
      <ReasonField />
    </ActDialog>
  );
}
