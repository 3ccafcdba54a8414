import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ReasonField, TextField } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';
import { Id, Instant, Panel } from '../../ui/values.tsx';

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
          { id: 'address', title: text.fields.address, cell: ({ address }) => <Id value={address} isWhole /> },
          { id: 'note', title: text.fields.note, cell: ({ note }) => note },
          { id: 'usableAt', title: stores.usableAt, cell: ({ usableAt }) => <Instant at={usableAt} /> },
          {
            id: 'actions',
            title: '',
            cell: ({ address }) => (
              <div className="row-actions">
                <DialogButton label={text.shell.remove} tone="danger" isSmall>
                  {(onClose) => (
                    <ActDialog
                      title={stores.removeAddress}
                      operation="removeStoreAddress"
                      submit={text.shell.remove}
                      tone="danger"
                      done={stores.addressRemoved}
                      read={(values) => ({ path: { id: storeId, address }, body: { reason: values.text('reason') } })}
                      onClose={onClose}
                    >
                      <code>{address}</code>
                      <ReasonField />
                    </ActDialog>
                  )}
                </DialogButton>
              </div>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function AddAddress({ storeId }: { readonly storeId: number }): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  return (
    <DialogButton label={stores.addAddress}>
      {(onClose) => (
        <ActDialog
          title={stores.addAddress}
          operation="addStoreAddress"
          submit={text.shell.add}
          done={stores.addressAdded}
          read={(values) => ({
            path: { id: storeId },
            body: { address: values.text('address'), note: values.optional('note'), reason: values.text('reason') },
          })}
          onClose={onClose}
        >
          <TextField name="address" label={text.fields.address} required />
          <TextField name="note" label={text.fields.note} />
          <ReasonField />
        </ActDialog>
      )}
    </DialogButton>
  );
}
