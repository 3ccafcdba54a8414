import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useAct } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { Icon } from '../../ui/icon.tsx';
import { useTellFaults } from '../../ui/tell-faults.ts';
import { Badge } from '../../ui/values.tsx';

type Catalogue = Answer<'readCatalogue'>;
export type Currency = Catalogue['currencies'][number];
export type Bank = Catalogue['banks'][number];
export type Option = Catalogue['options'][number];

/** Which entry an act is on, and where it stands among its like. */
type EntryOf =
  | { readonly kind: 'currency'; readonly entry: Currency; readonly codes: readonly string[] }
  | { readonly kind: 'bank'; readonly entry: Bank; readonly codes: readonly string[] }
  | { readonly kind: 'option'; readonly entry: Option; readonly codes: readonly string[] };

/** What can be done with every entry: its place, its switch, its end. `change` is what is its own. */
export function EntryActs({ of, change }: { readonly of: EntryOf; readonly change: ReactNode }): ReactNode {
  return (
    <div className="row-actions">
      <Move of={of} by={-1} />
      <Move of={of} by={1} />
      <Switch of={of} />
      {change}
      <Remove of={of} />
    </div>
  );
}

/** One place up or down. It has no form: what it does is plain, and done again the other way it is undone. */
function Move({ of, by }: { readonly of: EntryOf; readonly by: -1 | 1 }): ReactNode {
  const { catalogue } = useText();
  const act = useAct('orderCatalogue');
  const tellFaults = useTellFaults();
  const at = of.codes.indexOf(of.entry.code);
  const isLast = at + by < 0 || at + by >= of.codes.length;
  const move = () => {
    const codes = [...of.codes];
    codes.splice(at, 1);
    codes.splice(at + by, 0, of.entry.code);
    const currency = of.kind === 'bank' ? of.entry.currency : null;
    act.mutate({ body: { kind: of.kind, currency, codes, reason: catalogue.orderReason } }, { onError: tellFaults });
  };
  return (
    <Button
      className="small icon-only"
      tone="ghost"
      aria-label={by < 0 ? catalogue.moveUp(of.entry.name) : catalogue.moveDown(of.entry.name)}
      disabled={isLast || act.isPending}
      onClick={move}
    >
      <Icon name={by < 0 ? 'up' : 'down'} />
    </Button>
  );
}

const changes = { currency: 'changeCurrency', bank: 'changeBank', option: 'changeOption' } as const;
const removals = { currency: 'removeCurrency', bank: 'removeBank', option: 'removeOption' } as const;

function Switch({ of }: { readonly of: EntryOf }): ReactNode {
  const { catalogue } = useText();
  const { isEnabled, name } = of.entry;
  const label = isEnabled ? catalogue.switchOff : catalogue.switchOn;
  return (
    <ActButton
      operation={changes[of.kind]}
      path={pathOf(of)}
      words={{ title: `${label}: ${name}`, submit: label, done: isEnabled ? catalogue.off : catalogue.on }}
      tone={isEnabled ? 'danger' : 'primary'}
      buttonTone="plain"
      isSmall
      fields={{ isEnabled: field.fixed(!isEnabled), reason }}
    >
      <p className="muted">{isEnabled ? catalogue.switchOffHint : catalogue.switchOnHint}</p>
    </ActButton>
  );
}

function Remove({ of }: { readonly of: EntryOf }): ReactNode {
  const { catalogue, shell } = useText();
  return (
    <ActButton
      operation={removals[of.kind]}
      path={pathOf(of)}
      words={{ title: `${shell.remove}: ${of.entry.name}`, submit: shell.remove, done: catalogue.removed }}
      tone="danger"
      buttonTone="ghost"
      isSmall
      fields={{ reason }}
    >
      <p className="muted">{catalogue.removeHint}</p>
    </ActButton>
  );
}

/** The parts of the address that name an entry. */
function pathOf(of: EntryOf): { code: string } | { code: string; currency: string } {
  const { code } = of.entry;
  return 'currency' in of.entry ? { currency: of.entry.currency, code } : { code };
}

export function EntryStatus({ isEnabled }: { readonly isEnabled: boolean }): ReactNode {
  const { catalogue } = useText();
  return <Badge tone={isEnabled ? 'ok' : 'off'}>{isEnabled ? catalogue.on : catalogue.off}</Badge>;
}

/** Both names, as they are typed. */
export function NameFields({ of }: { readonly of?: Pick<Currency, 'name' | 'nameRu'> }): ReactNode {
  const { catalogue } = useText();
  return (
    <div className="fields">
      <TextField name="name" label={catalogue.name} defaultValue={of?.name ?? ''} maxLength={100} required />
      <TextField
        name="nameRu"
        label={catalogue.nameRu}
        hint={catalogue.nameRuHint}
        defaultValue={of?.nameRu ?? ''}
        maxLength={100}
      />
    </div>
  );
}

export function namesIn(values: FormValues) {
  return { name: values.text('name'), nameRu: values.optional('nameRu'), reason: values.text('reason') };
}

export function codesIn(values: FormValues, name: string): string[] {
  return values
    .text(name)
    .split(/[\s,;]+/)
    .filter((code) => code !== '');
}
