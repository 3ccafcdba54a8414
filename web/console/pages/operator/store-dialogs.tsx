import { type ReactNode, useState } from 'react';
import { newKey } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { ActForm, field, reason } from '../../ui/act-form.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { ReasonField, TextField } from '../../ui/field.tsx';
import { SettingInputs, typedSettings } from '../../ui/settings.tsx';
import { LimitFields, useLimits } from './limit-fields.tsx';
import { settingsOfStore, storeSettings } from './store-settings.ts';
import type { Store } from './stores.tsx';

interface StoreDialogProps {
  readonly store: Store;
  readonly onClose: () => void;
}

/** What is charged and how long things live. Deals that run keep the figures they were started with. */
export function ChangeStore({ store, onClose }: StoreDialogProps): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  return (
    <ActDialog
      title={stores.change}
      operation="changeStore"
      submit={text.shell.save}
      done={stores.changed}
      read={(values) => ({
        path: { id: store.id },
        body: {
          name: values.text('name'),
          ...typedSettings(storeSettings, values),
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <TextField name="name" label={text.fields.name} defaultValue={store.name} required />
      <SettingInputs {...settingsOfStore(store)} labels={stores.names} />
      <p className="muted">{stores.looserWaits}</p>
      <ReasonField />
    </ActDialog>
  );
}

/** All limits at once: what has no row is not allowed. */
export function ChangeLimits({ store, onClose }: StoreDialogProps): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  const { limits, setLimits, asSent } = useLimits(store.limits);
  return (
    <ActForm
      operation="changeStore"
      path={{ id: store.id }}
      words={{ title: stores.limits, submit: text.shell.save, done: stores.changed }}
      fields={{ limits: field.fixed(asSent()), reason }}
      onClose={onClose}
    >
      <LimitFields limits={limits} onChange={setLimits} />
    </ActForm>
  );
}

/** The movement has an ID of its own, made when the dialog opens: sent twice it is one. */
export function TopUpStore({ store, onClose }: StoreDialogProps): ReactNode {
  const text = useText();
  const [id] = useState(newKey);
  return (
    <ActForm
      operation="topUpStore"
      path={{ id: store.id }}
      words={{ submit: text.operator.makers.topUp, done: text.operator.makers.moved }}
      fields={{ id: field.fixed(id), amount: field.amount(text.fields.amount, store.settlementCurrency), reason }}
      onClose={onClose}
    />
  );
}
