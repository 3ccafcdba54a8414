import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { AmountField, CheckField, ReasonField, TextField } from '../../ui/field.tsx';
import { Badge, Facts, Money, Panel } from '../../ui/values.tsx';
import type { Maker } from './makers.tsx';
import { servableStores } from './servable-stores.ts';

/** Whether a maker gets deals, of which stores and from which balance on. */
export function MakerSettings({ maker }: { readonly maker: Maker }): ReactNode {
  const { operator, disputes } = useText();
  const { makers: words } = operator;
  const stores = useRead('listStores', { query: { limit: 200 } }).data?.items ?? [];
  const served = maker.storeIds?.map((id) => stores.find((store) => store.id === id)?.name ?? `#${id}`);
  return (
    <Panel title={words.settings}>
      <Facts
        items={[
          [words.ownSwitch, <OnOff key="own" isOn={maker.isOn} />],
          [words.newDeals, <OnOff key="stop" isOn={!maker.isStopped} />],
          maker.disputeBlock === null ? null : [words.newDeals, disputes.blocks[maker.disputeBlock]],
          [words.stores, served === undefined ? words.allStores : served.join(', ') || words.noStores],
          [words.balanceMin, <Money key="min" value={{ ...maker.available, amount: maker.balanceMin }} />],
          [words.takingsMax, maker.takingsMax],
          [words.takingsCovered, <OnOff key="covered" isOn={maker.takingsCovered} />],
        ]}
      />
    </Panel>
  );
}

function OnOff({ isOn }: { readonly isOn: boolean }): ReactNode {
  const { makers: words } = useText().operator;
  return <Badge tone={isOn ? 'ok' : 'off'}>{isOn ? words.on : words.off}</Badge>;
}

export function ChangeMaker({ maker, onClose }: { readonly maker: Maker; readonly onClose: () => void }): ReactNode {
  const { operator, shell, fields } = useText();
  const { makers: words } = operator;
  const stores = servableStores(maker, useRead('listStores', { query: { limit: 200 } }).data?.items ?? []);
  const [servesAll, setServesAll] = useState(maker.storeIds === null);
  return (
    <ActDialog
      title={words.settings}
      operation="changeMaker"
      submit={shell.save}
      done={words.changed}
      read={(values) => ({
        path: { id: maker.id },
        body: {
          name: values.text('name'),
          balanceMin: values.amount('balanceMin') || '0',
          takingsMax: values.whole('takingsMax') ?? maker.takingsMax,
          takingsCovered: values.isChecked('takingsCovered'),
          isStopped: values.isChecked('isStopped'),
          storeIds: servesAll ? null : stores.map(({ id }) => id).filter((id) => values.isChecked(`store ${id}`)),
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <TextField name="name" label={fields.name} defaultValue={maker.name} required />
      <AmountField
        name="balanceMin"
        label={words.balanceMin}
        hint={words.balanceMinHint}
        currency={maker.settlementCurrency}
        defaultValue={maker.balanceMin}
      />
      <TextField
        name="takingsMax"
        label={words.takingsMax}
        inputMode="numeric"
        defaultValue={String(maker.takingsMax)}
        required
      />
      <CheckField name="takingsCovered" label={words.takingsCovered} defaultChecked={maker.takingsCovered} />
      <CheckField name="isStopped" label={words.stop} defaultChecked={maker.isStopped} />
      <fieldset className="checks">
        <legend>{words.stores}</legend>
        <label className="check">
          <input type="checkbox" checked={servesAll} onChange={(event) => setServesAll(event.target.checked)} />
          <span>{words.allStores}</span>
        </label>
        {!servesAll &&
          stores.map(({ id, name }) => (
            <CheckField
              key={id}
              name={`store ${id}`}
              label={name}
              defaultChecked={maker.storeIds?.includes(id) ?? true}
            />
          ))}
      </fieldset>
      <ReasonField />
    </ActDialog>
  );
}
