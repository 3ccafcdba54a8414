import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { Table } from '../../ui/table.tsx';
import { Panel } from '../../ui/values.tsx';

/** Where one approval is enough to withdraw to. A new one waits a day. */
export function StoreAddresses({ storeId }: { readonly storeId: number }): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  const addresses = useRead('listStoreAddresses', { path: { id: storeId } });
  return (
    <Panel title={stores.addresses} actions={<AddAddress storeId={storeId} />}>
      <Table
        label={stores.addresses}
        name="addresses-"
        rows={addresses.data?.items}
        error={addresses.error}
        rowKey={({ address }) => address}
        empty={stores.noAddresses}
        emptyHint={stores.noAddressesHint}
        columns={[
          column.wholeId('address', text.fields.address),
          column.text('note', text.fields.note),
          column.at('usableAt', stores.usableAt),
        ]}
        acts={({ address }) => (
          <div className="row-actions">
            <ActButton
              operation="removeStoreAddress"
              path={{ id: storeId, address }}
              words={{ title: stores.removeAddress, submit: text.shell.remove, done: stores.addressRemoved }}
              tone="danger"
              fields={{ reason }}
              isSmall
            >
              <code>{address}</code>
            </ActButton>
          </div>
        )}
      />
    </Panel>
  );
}

function AddAddress({ storeId }: { readonly storeId: number }): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  return (
    <ActButton
      operation="addStoreAddress"
      label={stores.addAddress}
      path={{ id: storeId }}
      words={{ title: stores.addAddress, submit: text.shell.add, done: stores.addressAdded }}
      fields={{ address: field.text(text.fields.address), note: field.textOrNull(text.fields.note), reason }}
    />
  );
}
