import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ReasonField, TextField } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';
import { Badge, Id, Instant, Panel } from '../../ui/values.tsx';

/** The keys a store's programs name themselves by. No secrets: the signature is the proof. */
export function StoreKeys({ storeId }: { readonly storeId: number }): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  const keys = useRead('listStoreKeys', { path: { id: storeId } });
  return (
    <Panel
      title={stores.keys}
      actions={
        <DialogButton label={stores.createKey}>
          {(onClose) => (
            <ActDialog
              title={stores.createKey}
              operation="createStoreKey"
              submit={stores.createKey}
              done={stores.keyCreated}
              read={(values) => ({ path: { id: storeId }, body: { reason: values.text('reason') } })}
              onClose={onClose}
            >
              <ReasonField />
            </ActDialog>
          )}
        </DialogButton>
      }
    >
      <Table
        label={stores.keys}
        name="keys-"
        rows={keys.data?.items}
        error={keys.error}
        rowKey={({ key }) => key}
        empty={stores.noKeys}
        columns={[
          { id: 'key', title: stores.key, cell: ({ key }) => <Id value={key} isWhole /> },
          { id: 'createdAt', title: text.trade.createdAt, cell: ({ createdAt }) => <Instant at={createdAt} /> },
          {
            id: 'status',
            title: text.trade.status,
            cell: ({ revokedAt }) =>
              revokedAt === null ? <Badge tone="ok">{stores.valid}</Badge> : <Badge tone="off">{stores.revoked}</Badge>,
          },
          {
            id: 'actions',
            title: '',
            cell: ({ key, revokedAt }) =>
              revokedAt === null && <RevokeKey storeId={storeId} apiKey={key} label={stores.revoke} />,
          },
        ]}
      />
    </Panel>
  );
}

function RevokeKey({
  storeId,
  apiKey,
  label,
}: {
  readonly storeId: number;
  readonly apiKey: string;
  readonly label: string;
}): ReactNode {
  const text = useText();
  return (
    <div className="row-actions">
      <DialogButton label={label} tone="danger" isSmall>
        {(onClose) => (
          <ActDialog
            title={label}
            operation="revokeStoreKey"
            submit={label}
            tone="danger"
            done={text.operator.stores.keyRevoked}
            read={(values) => ({ path: { id: storeId, key: apiKey }, body: { reason: values.text('reason') } })}
            onClose={onClose}
          >
            <p>
              {text.operator.stores.revokeHint} <code>{apiKey}</code>
            </p>
            <ReasonField />
          </ActDialog>
        )}
      </DialogButton>
    </div>
  );
}

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
