import type { ReactNode } from 'react';
import type { ApiError } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { AreaField, CheckField, ReasonField, SelectField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { Table } from '../../ui/table.tsx';
import { Panel, TwoLines } from '../../ui/values.tsx';
import { codesIn, EntryActs, EntryStatus, NameFields, namesIn, type Option } from './catalogue-parts.tsx';

/** Ways to pay: each is a record that says all that is known of it. */
export function CatalogueOptions({
  options,
  error,
}: {
  readonly options: readonly Option[] | undefined;
  readonly error: ApiError | null;
}): ReactNode {
  const { catalogue: words } = useText();
  const codes = (options ?? []).map(({ code }) => code);
  return (
    <Panel
      title={words.options}
      actions={<DialogButton label={words.addOption}>{(onClose) => <AddOption onClose={onClose} />}</DialogButton>}
    >
      <Table
        label={words.options}
        name="options-"
        rows={options}
        error={error}
        rowKey={({ code }) => code}
        empty={words.noOptions}
        columns={[
          column.code('code', words.code),
          { id: 'name', title: words.name, cell: ({ name, nameRu }) => <TwoLines upper={name} lower={nameRu} /> },
          column.named('currencies', words.forCurrencies, (all: readonly string[]) => all.join(', ') || '–'),
          {
            id: 'numbers',
            title: words.numbers,
            cell: ({ numberKinds }) => numberKinds.map((kind) => words.numberKinds[kind]).join(', '),
          },
          column.named('isEnabled', words.state, (isEnabled: boolean) => <EntryStatus isEnabled={isEnabled} />, {
            id: 'status',
          }),
        ]}
        acts={(entry) => <EntryActs of={{ kind: 'option', entry, codes }} change={<ChangeOption of={entry} />} />}
      />
    </Panel>
  );
}

function AddOption({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { catalogue: words } = useText();
  return (
    <ActDialog
      title={words.addOption}
      operation="addOption"
      submit={words.addOption}
      done={words.added}
      read={(values) => ({
        body: { code: values.text('code').toUpperCase(), ...namesIn(values), ...recordIn(values, {}) },
      })}
      onClose={onClose}
    >
      <TextField name="code" label={words.code} hint={words.codeHint} maxLength={50} required />
      <RecordFields />
      <ReasonField />
    </ActDialog>
  );
}

function ChangeOption({ of }: { readonly of: Option }): ReactNode {
  const { catalogue: words, shell } = useText();
  return (
    <DialogButton label={shell.edit} isSmall>
      {(onClose) => (
        <ActDialog
          title={of.code}
          operation="changeOption"
          submit={shell.save}
          done={words.changed}
          read={(values) => ({ path: { code: of.code }, body: { ...namesIn(values), ...recordIn(values, of.page) } })}
          onClose={onClose}
        >
          <RecordFields of={of} />
          <ReasonField />
        </ActDialog>
      )}
    </DialogButton>
  );
}

const kinds = ['phone', 'card', 'account', 'link', 'text'] as const;
const icons = ['phone', 'card', 'account', 'globe', 'qr', 'sim'] as const;
const contents = ['page', 'number'] as const;

function RecordFields({ of }: { readonly of?: Option }): ReactNode {
  const { catalogue: words } = useText();
  return (
    <>
      <NameFields {...(of === undefined ? {} : { of })} />
      <TextField
        name="currencies"
        label={words.forCurrencies}
        hint={words.forCurrenciesHint}
        defaultValue={of?.currencies.join(', ') ?? ''}
      />
      <fieldset className="checks">
        <legend>{words.numbers}</legend>
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            name={`kind-${kind}`}
            label={words.numberKinds[kind]}
            defaultChecked={of?.numberKinds.includes(kind) ?? false}
          />
        ))}
      </fieldset>
      <div className="fields">
        <TextField
          name="phonePrefix"
          label={words.phonePrefix}
          hint={words.phonePrefixHint}
          pattern="\+[1-9][0-9]{0,5}"
          defaultValue={of?.phonePrefix ?? ''}
        />
        <SelectField
          name="qrCarries"
          label={words.qrCarries}
          options={contents.map((one) => [one, words.qrContents[one]])}
          defaultValue={of?.qrCarries ?? 'page'}
        />
        <SelectField
          name="icon"
          label={words.icon}
          options={icons.map((one) => [one, words.icons[one]])}
          defaultValue={of?.icon ?? 'account'}
        />
      </div>
      <CheckField name="hasBank" label={words.hasBank} defaultChecked={of?.hasBank ?? true} />
      <CheckField name="needsBank" label={words.needsBank} defaultChecked={of?.needsBank ?? false} />
      <CheckField name="hasLink" label={words.hasLink} defaultChecked={of?.hasLink ?? false} />
      <p className="muted">{words.hasLinkHint}</p>
      <PageFields language="en" title={words.pageEn} {...(of === undefined ? {} : { of })} />
      <PageFields language="ru" title={words.pageRu} {...(of === undefined ? {} : { of })} />
    </>
  );
}

function PageFields({
  language,
  title,
  of,
}: {
  readonly language: 'en' | 'ru';
  readonly title: string;
  readonly of?: Option;
}): ReactNode {
  const { catalogue: words } = useText();
  const page = of?.page[language];
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className="fields">
        <TextField name={`${language}-title`} label={words.pageTitle} defaultValue={page?.title ?? ''} />
        <TextField name={`${language}-lead`} label={words.pageLead} defaultValue={page?.lead ?? ''} />
      </div>
      <AreaField
        name={`${language}-steps`}
        label={words.pageSteps}
        hint={words.pageStepsHint}
        rows={4}
        defaultValue={page?.steps.join('\n') ?? ''}
      />
    </fieldset>
  );
}

/** Languages that have no fields here keep their words. */
function recordIn(values: FormValues, before: Option['page']) {
  return {
    currencies: codesIn(values, 'currencies').map((code) => code.toUpperCase()),
    numberKinds: kinds.filter((kind) => values.isChecked(`kind-${kind}`)),
    phonePrefix: values.optional('phonePrefix'),
    hasBank: values.isChecked('hasBank'),
    needsBank: values.isChecked('needsBank'),
    hasLink: values.isChecked('hasLink'),
    qrCarries: contents.find((one) => one === values.text('qrCarries')) ?? 'page',
    icon: icons.find((one) => one === values.text('icon')) ?? 'account',
    page: { ...before, ...pageIn(values, 'en'), ...pageIn(values, 'ru') },
  };
}

/** Without a title there are no words of its own in that language. */
function pageIn(values: FormValues, language: 'en' | 'ru'): Option['page'] {
  const title = values.text(`${language}-title`);
  if (title === '') return {};
  const lead = values.text(`${language}-lead`) || title;
  const steps = values.text(`${language}-steps`).split('\n');
  return { [language]: { title, lead, steps: steps.map((step) => step.trim()).filter((step) => step !== '') } };
}
