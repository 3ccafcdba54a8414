import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, usualReason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ReasonField, TextField } from '../../ui/field.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { Table } from '../../ui/table.tsx';
import { tell } from '../../ui/toast.tsx';
import { Badge, PageHead, Panel } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { CatalogueOptions } from './catalogue-options.tsx';
import { type Bank, type Currency, codesIn, EntryActs, EntryStatus, NameFields, namesIn } from './catalogue-parts.tsx';

/** The reference data: what there is, in which order, and what is switched on. */
export default function CataloguePage(): ReactNode {
  const { catalogue: words } = useText();
  const found = useRead('readCatalogue');
  const isEmpty = found.data?.currencies.length === 0;
  return (
    <>
      <PageHead title={words.title} note={words.note}>
        <LoadStarter isFirst={isEmpty ?? false} />
      </PageHead>
      <Currencies currencies={found.data?.currencies} error={found.error} />
      <CatalogueOptions options={found.data?.options} error={found.error} />
      <Banks currencies={found.data?.currencies} banks={found.data?.banks} error={found.error} />
    </>
  );
}

type Failure = ReturnType<typeof useRead<'readCatalogue'>>['error'];

function LoadStarter({ isFirst }: { readonly isFirst: boolean }): ReactNode {
  const { catalogue: words } = useText();
  return (
    <ActButton
      operation="loadCatalogue"
      words={{ submit: words.load }}
      buttonTone={isFirst ? 'primary' : 'plain'}
      fields={{ reason: usualReason(words.loadReason) }}
      onDone={({ added }) => tell(words.loaded(added.currencies.length + added.banks.length + added.options.length))}
    >
      <p className="muted">{words.loadHint}</p>
    </ActButton>
  );
}

function Currencies({
  currencies,
  error,
}: {
  readonly currencies: readonly Currency[] | undefined;
  readonly error: Failure;
}): ReactNode {
  const { catalogue: words } = useText();
  const codes = (currencies ?? []).map(({ code }) => code);
  return (
    <Panel
      title={words.currencies}
      actions={<DialogButton label={words.addCurrency}>{(onClose) => <AddCurrency onClose={onClose} />}</DialogButton>}
    >
      <Table
        label={words.currencies}
        name="currencies-"
        rows={currencies}
        error={error}
        rowKey={({ code }) => code}
        empty={words.noCurrencies}
        emptyHint={words.noCurrenciesHint}
        columns={[
          column.code('code', words.code),
          column.text('name', words.name),
          column.named('nameRu', words.nameRu, (name: string | null) => name ?? '–'),
          column.count('subunit', words.subunit),
          column.named('isEnabled', words.state, (isEnabled: boolean) => <EntryStatus isEnabled={isEnabled} />, {
            id: 'status',
          }),
        ]}
        acts={(entry) => <EntryActs of={{ kind: 'currency', entry, codes }} change={<ChangeCurrency of={entry} />} />}
      />
    </Panel>
  );
}

function AddCurrency({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { catalogue: words } = useText();
  return (
    <ActDialog
      title={words.addCurrency}
      operation="addCurrency"
      submit={words.addCurrency}
      done={words.added}
      read={(values) => ({
        body: {
          code: values.text('code').toUpperCase(),
          subunit: values.whole('subunit') ?? 2,
          ...namesIn(values),
        },
      })}
      onClose={onClose}
    >
      <div className="fields">
        <TextField name="code" label={words.code} hint={words.codeHint} maxLength={10} required />
        <TextField
          name="subunit"
          label={words.subunit}
          hint={words.subunitHint}
          inputMode="numeric"
          pattern="[0-9]{1,2}"
          defaultValue="2"
          required
        />
      </div>
      <NameFields />
      <ReasonField />
    </ActDialog>
  );
}

function ChangeCurrency({ of }: { readonly of: Currency }): ReactNode {
  const { catalogue: words, shell } = useText();
  return (
    <DialogButton label={shell.edit} isSmall>
      {(onClose) => (
        <ActDialog
          title={of.code}
          operation="changeCurrency"
          submit={shell.save}
          done={words.changed}
          read={(values) => ({ path: { code: of.code }, body: namesIn(values) })}
          onClose={onClose}
        >
          <NameFields of={of} />
          <ReasonField />
        </ActDialog>
      )}
    </DialogButton>
  );
}

/** Of one currency at a time: a list of all would be long, and their order is by currency. */
function Banks({
  currencies,
  banks,
  error,
}: {
  readonly currencies: readonly Currency[] | undefined;
  readonly banks: readonly Bank[] | undefined;
  readonly error: Failure;
}): ReactNode {
  const { catalogue: words } = useText();
  const url = useUrlState();
  const usual = currencies?.[0]?.code ?? '';
  const currency = url.get('currency') || usual;
  const shown = banks?.filter((bank) => bank.currency === currency);
  const codes = (shown ?? []).map(({ code }) => code);
  return (
    <Panel
      title={words.banks}
      actions={
        currency === '' ? null : (
          <DialogButton label={words.addBank}>
            {(onClose) => <AddBank currency={currency} onClose={onClose} />}
          </DialogButton>
        )
      }
    >
      <Table
        label={words.banks}
        name="banks-"
        rows={shown}
        error={error}
        rowKey={({ code }) => code}
        empty={words.noBanks}
        filters={
          <FilterSelect
            name="currency"
            label={words.currency}
            usual={usual}
            options={(currencies ?? []).map(({ code }) => [code, code])}
          />
        }
        columns={[
          column.code('code', words.code),
          column.text('name', words.name),
          column.named('nameRu', words.nameRu, (name: string | null) => name ?? '–'),
          column.named('aliases', words.aliases, (all: readonly string[]) => all.join(', ') || '–'),
          {
            id: 'status',
            title: words.state,
            cell: ({ isEnabled, isTroubled }) =>
              isEnabled && isTroubled ? (
                <Badge tone="bad">{words.troubled}</Badge>
              ) : (
                <EntryStatus isEnabled={isEnabled} />
              ),
          },
        ]}
        acts={(entry) => <EntryActs of={{ kind: 'bank', entry, codes }} change={<ChangeBank of={entry} />} />}
      />
    </Panel>
  );
}

function AddBank({ currency, onClose }: { readonly currency: string; readonly onClose: () => void }): ReactNode {
  const { catalogue: words } = useText();
  return (
    <ActDialog
      title={`${words.addBank}: ${currency}`}
      operation="addBank"
      submit={words.addBank}
      done={words.added}
      read={(values) => ({
        body: {
          currency,
          code: values.text('code').toLowerCase(),
          aliases: codesIn(values, 'aliases'),
          ...namesIn(values),
        },
      })}
      onClose={onClose}
    >
      <div className="fields">
        <TextField name="code" label={words.code} hint={words.codeHint} maxLength={50} required />
        <TextField name="aliases" label={words.aliases} hint={words.aliasesHint} />
      </div>
      <NameFields />
      <ReasonField />
    </ActDialog>
  );
}

function ChangeBank({ of }: { readonly of: Bank }): ReactNode {
  const { catalogue: words, shell } = useText();
  return (
    <DialogButton label={shell.edit} isSmall>
      {(onClose) => (
        <ActDialog
          title={`${of.currency}/${of.code}`}
          operation="changeBank"
          submit={shell.save}
          done={words.changed}
          read={(values) => ({
            path: { currency: of.currency, code: of.code },
            body: { ...namesIn(values), aliases: codesIn(values, 'aliases') },
          })}
          onClose={onClose}
        >
          <NameFields of={of} />
          <TextField
            name="aliases"
            label={words.aliases}
            hint={words.aliasesHint}
            defaultValue={of.aliases.join(', ')}
          />
          <ReasonField />
        </ActDialog>
      )}
    </DialogButton>
  );
}
