import type { ReactNode } from 'react';
import { useNameInLocale } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { CheckField, ReasonField } from '../../ui/field.tsx';
import { Badge, Facts, Panel } from '../../ui/values.tsx';
import type { Store } from './stores.tsx';

/** Which ways to pay a store offers. */
export function StoreOptionsPanel({ store }: { readonly store: Store }): ReactNode {
  const { catalogue: words, shell } = useText();
  const inLocale = useNameInLocale();
  const options = useRead('readReference').data?.options.filter(({ isEnabled }) => isEnabled) ?? [];
  const isOffered = (code: string) => !store.optionsOff.includes(code);
  return (
    <Panel
      title={words.ofStore}
      actions={
        <DialogButton label={shell.edit}>
          {(onClose) => (
            <ActDialog
              title={words.ofStore}
              operation="changeStore"
              submit={shell.save}
              done={words.changed}
              read={(values) => ({
                path: { id: store.id },
                body: {
                  optionsOff: [
                    ...options.map(({ code }) => code).filter((code) => !values.isChecked(code)),
                    // What is switched off for everybody is not shown here, and stays as it is.
                    ...store.optionsOff.filter((code) => !options.some((option) => option.code === code)),
                  ],
                  reason: values.text('reason'),
                },
              })}
              onClose={onClose}
            >
              <p className="muted">{words.ofStoreHint}</p>
              <fieldset className="checks">
                <legend>{words.offered}</legend>
                {options.map((option) => (
                  <CheckField
                    key={option.code}
                    name={option.code}
                    label={inLocale(option)}
                    defaultChecked={isOffered(option.code)}
                  />
                ))}
              </fieldset>
              <ReasonField />
            </ActDialog>
          )}
        </DialogButton>
      }
    >
      <Facts
        items={options.map((option) => [
          inLocale(option),
          <Badge key={option.code} tone={isOffered(option.code) ? 'ok' : 'off'}>
            {isOffered(option.code) ? words.offered : words.notOffered}
          </Badge>,
        ])}
      />
    </Panel>
  );
}
