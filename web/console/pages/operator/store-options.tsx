import type { ReactNode } from 'react';
import { useNameInLocale } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { CheckField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { Badge, Facts, Panel } from '../../ui/values.tsx';
import type { Store } from './stores.tsx';

/** Which ways to pay a store offers. */
export function StoreOptionsPanel({ store }: { readonly store: Store }): ReactNode {
  const { catalogue: words, shell } = useText();
  const inLocale = useNameInLocale();
  const options = useRead('readReference').data?.options.filter(({ isEnabled }) => isEnabled) ?? [];
  const isOffered = (code: string) => !store.optionsOff.includes(code);
  const boxes = (
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
  );
  const readOff = (values: FormValues) => [
    ...options.map(({ code }) => code).filter((code) => !values.isChecked(code)),
    // What is switched off for everybody is not shown here, and stays as it is.
    ...store.optionsOff.filter((code) => !options.some((option) => option.code === code)),
  ];
  return (
    <Panel
      title={words.ofStore}
      actions={
        <ActButton
          operation="changeStore"
          label={shell.edit}
          path={{ id: store.id }}
          words={{ title: words.ofStore, submit: shell.save, done: words.changed }}
          fields={{ optionsOff: field.own(boxes, readOff), reason }}
        >
          <p className="muted">{words.ofStoreHint}</p>
        </ActButton>
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
