import { type ReactNode, useState } from 'react';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { AreaField, ReasonField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { Facts, Panel } from '../../ui/values.tsx';
import { LogoField } from './logo-field.tsx';
import type { Store } from './stores.tsx';

/** How the payer's page of a store looks. */
export function StorePagePanel({ store }: { readonly store: Store }): ReactNode {
  const text = useText();
  const { page: words } = text.operator.stores;
  const { name, colour, darkColour, language, frameOrigins, description, supportUrl, logo } = store.page;
  return (
    <Panel
      title={words.title}
      actions={
        <DialogButton label={text.shell.edit}>
          {(onClose) => <ChangePage store={store} onClose={onClose} />}
        </DialogButton>
      }
    >
      <Facts
        items={[
          [text.fields.name, name ?? store.name],
          [words.description, description ?? words.nobody],
          [words.supportUrl, supportUrl ?? words.nobody],
          [words.logo, logo == null ? words.nobody : words.hasLogo],
          [words.colour, colour ?? words.usual],
          [words.darkColour, darkColour ?? words.usual],
          [words.language, language ?? words.readersOwn],
          [words.frameOrigins, frameOrigins?.join(', ') || words.nobody],
        ]}
      />
    </Panel>
  );
}

function ChangePage({ store, onClose }: { readonly store: Store; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const { page: words } = text.operator.stores;
  const { name, colour, darkColour, language, frameOrigins, description, supportUrl } = store.page;
  const [logo, setLogo] = useState(store.page.logo ?? null);
  const colourField = (field: 'colour' | 'darkColour', value: string | null | undefined) => (
    <TextField name={field} label={words[field]} hint="#0a5c56" pattern="#[0-9a-fA-F]{6}" defaultValue={value ?? ''} />
  );
  return (
    <ActDialog
      title={words.title}
      operation="changeStore"
      submit={text.shell.save}
      done={words.changed}
      read={(values) => ({
        path: { id: store.id },
        body: { page: { ...pageOf(values), logo }, reason: values.text('reason') },
      })}
      onClose={onClose}
    >
      <TextField name="name" label={text.fields.name} hint={store.name} defaultValue={name ?? ''} />
      <AreaField name="description" label={words.description} defaultValue={description ?? ''} />
      <TextField name="supportUrl" label={words.supportUrl} hint={words.supportHint} defaultValue={supportUrl ?? ''} />
      <LogoField logo={logo} onChange={setLogo} />
      <div className="fields">
        {colourField('colour', colour)}
        {colourField('darkColour', darkColour)}
        <TextField name="language" label={words.language} hint="en, ru" defaultValue={language ?? ''} />
      </div>
      <AreaField
        name="frameOrigins"
        label={words.frameOrigins}
        hint={words.frameHint}
        rows={3}
        defaultValue={frameOrigins?.join('\n') ?? ''}
      />
      <ReasonField />
    </ActDialog>
  );
}

/** What is left empty is as on a page that nobody has changed. */
function pageOf(values: FormValues) {
  const given = (name: string) => values.text(name).trim() || null;
  return {
    name: given('name'),
    description: given('description'),
    supportUrl: given('supportUrl'),
    colour: given('colour'),
    darkColour: given('darkColour'),
    language: given('language'),
    frameOrigins: values
      .text('frameOrigins')
      .split(/\s+/)
      .filter((origin) => origin !== ''),
  };
}
