import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { CheckField, ReasonField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Table } from '../../ui/table.tsx';
import { Panel } from '../../ui/values.tsx';

type Endpoint = Answer<'listEndpoints'>['items'][number];

interface StoreEndpointsProps {
  readonly storeId: number;
  readonly title: string;
  readonly codeField: ReactNode;
}

const kinds = ['invoice', 'dispute', 'withdrawal', 'balance', 'book', 'access'] as const;

/** Addresses that hear of the whole store. */
export function StoreEndpoints({ storeId, title, codeField }: StoreEndpointsProps): ReactNode {
  const words = useText().told.endpoints;
  const found = useRead('listEndpoints', { path: { id: storeId } });
  const [secret, setSecret] = useState<string | null>(null);
  const shared = { storeId, codeField, onSecret: setSecret };
  return (
    <Panel title={title} actions={<CreateEndpoint {...shared} title={title} />}>
      <div className="stack">
        <p className="muted">{words.note}</p>
        <Table
          label={title}
          name={`endpoints-${storeId}-`}
          rows={found.data?.items}
          error={found.error}
          rowKey={({ id }) => id}
          empty={words.empty}
          columns={[
            { id: 'url', title: words.url, cell: ({ url }) => url },
            { id: 'kinds', title: words.hears, cell: (one) => one.kinds.map((kind) => words.kinds[kind]).join('; ') },
            { id: 'actions', title: '', cell: (one) => <EndpointActs {...shared} endpoint={one} /> },
          ]}
        />
      </div>
      {secret !== null && <SecretDialog title={words.secretTitle} secret={secret} onClose={() => setSecret(null)} />}
    </Panel>
  );
}

interface Acting {
  readonly storeId: number;
  readonly codeField: ReactNode;
  readonly onSecret: (secret: string) => void;
}

function CreateEndpoint({ storeId, codeField, onSecret, title }: Acting & { readonly title: string }): ReactNode {
  const words = useText().told.endpoints;
  return (
    <DialogButton label={words.create}>
      {(onClose) => (
        <ActDialog
          title={title}
          operation="createEndpoint"
          submit={words.create}
          done={words.created}
          read={(values) => ({ path: { id: storeId }, body: { ...readFields(values), ...readWhy(values) } })}
          onDone={(made) => onSecret(made.secret)}
          onClose={onClose}
        >
          <EndpointFields chosen={['invoice', 'withdrawal', 'access']} url="" />
          <ReasonField />
          {codeField}
        </ActDialog>
      )}
    </DialogButton>
  );
}

function EndpointFields({ chosen, url }: { readonly chosen: readonly string[]; readonly url: string }): ReactNode {
  const words = useText().told.endpoints;
  return (
    <>
      <TextField name="url" label={words.url} type="url" defaultValue={url} maxLength={2000} required />
      <fieldset>
        <legend>{words.hears}</legend>
        {kinds.map((kind) => (
          <CheckField key={kind} name={kind} label={words.kinds[kind]} defaultChecked={chosen.includes(kind)} />
        ))}
      </fieldset>
    </>
  );
}

function readFields(values: FormValues) {
  return { url: values.text('url'), kinds: kinds.filter((kind) => values.isChecked(kind)) };
}

function readWhy(values: FormValues) {
  return { reason: values.text('reason'), code: values.optional('code') };
}

function EndpointActs({ storeId, codeField, onSecret, endpoint }: Acting & { readonly endpoint: Endpoint }): ReactNode {
  const words = useText().told.endpoints;
  const path = { id: storeId, endpointId: endpoint.id };
  return (
    <div className="row-actions">
      <DialogButton label={words.change} isSmall>
        {(onClose) => (
          <ActDialog
            title={endpoint.url}
            operation="changeEndpoint"
            submit={words.change}
            done={words.changed}
            read={(values) => ({ path, body: { ...readFields(values), ...readWhy(values) } })}
            onClose={onClose}
          >
            <EndpointFields chosen={endpoint.kinds} url={endpoint.url} />
            <ReasonField />
            {codeField}
          </ActDialog>
        )}
      </DialogButton>
      <DialogButton label={words.rotate} isSmall>
        {(onClose) => (
          <ActDialog
            title={endpoint.url}
            operation="rotateEndpointSecret"
            submit={words.rotate}
            read={(values) => ({ path, body: { overlapHours: values.whole('overlapHours') ?? 0, ...readWhy(values) } })}
            onDone={(made) => onSecret(made.secret)}
            onClose={onClose}
          >
            <TextField
              name="overlapHours"
              label={words.overlap}
              hint={words.overlapHint}
              inputMode="numeric"
              pattern="[0-9]{1,3}"
              defaultValue="24"
              required
            />
            <ReasonField />
            {codeField}
          </ActDialog>
        )}
      </DialogButton>
      <DialogButton label={words.remove} isSmall>
        {(onClose) => (
          <ActDialog
            title={endpoint.url}
            operation="removeEndpoint"
            submit={words.remove}
            done={words.removed}
            read={(values) => ({ path, body: readWhy(values) })}
            onClose={onClose}
          >
            <ReasonField />
            {codeField}
          </ActDialog>
        )}
      </DialogButton>
    </div>
  );
}
