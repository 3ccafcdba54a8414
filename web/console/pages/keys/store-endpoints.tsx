import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, field } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { List } from '../../ui/list.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Panel } from '../../ui/values.tsx';
import { why } from './key-dialogs.tsx';

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
  const [secret, setSecret] = useState<string | null>(null);
  const shared = { storeId, codeField, onSecret: setSecret };
  return (
    <Panel title={title} actions={<CreateEndpoint {...shared} title={title} />}>
      <div className="stack">
        <p className="muted">{words.note}</p>
        <List
          of="listEndpoints"
          path={{ id: storeId }}
          isWhole
          label={title}
          name={`endpoints-${storeId}-`}
          empty={words.empty}
          columns={[
            column.text('url', words.url),
            { id: 'kinds', title: words.hears, cell: (one) => one.kinds.map((kind) => words.kinds[kind]).join('; ') },
          ]}
          acts={(one) => <EndpointActs {...shared} endpoint={one} />}
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
    <ActButton
      operation="createEndpoint"
      path={{ id: storeId }}
      words={{ title, submit: words.create, done: words.created }}
      fields={{ ...useEndpointFields('', ['invoice', 'withdrawal', 'access']), ...why(codeField) }}
      onDone={(made) => onSecret(made.secret)}
    />
  );
}

function useEndpointFields(url: string, chosen: readonly string[]) {
  const words = useText().told.endpoints;
  return {
    url: field.text(words.url, { type: 'url', defaultValue: url, maxLength: 2000 }),
    kinds: field.several(
      words.hears,
      kinds.map((kind) => [kind, words.kinds[kind]] as const),
      chosen,
    ),
  };
}

function EndpointActs({ storeId, codeField, onSecret, endpoint }: Acting & { readonly endpoint: Endpoint }): ReactNode {
  const words = useText().told.endpoints;
  const path = { id: storeId, endpointId: endpoint.id };
  return (
    <div className="row-actions">
      <ActButton
        operation="changeEndpoint"
        path={path}
        words={{ title: endpoint.url, submit: words.change, done: words.changed }}
        fields={{ ...useEndpointFields(endpoint.url, endpoint.kinds), ...why(codeField) }}
        isSmall
      />
      <ActButton
        operation="rotateEndpointSecret"
        path={path}
        words={{ title: endpoint.url, submit: words.rotate }}
        fields={{
          overlapHours: field.whole(words.overlap, {
            hint: words.overlapHint,
            pattern: '[0-9]{1,3}',
            defaultValue: '24',
          }),
          ...why(codeField),
        }}
        onDone={(made) => onSecret(made.secret)}
        isSmall
      />
      <ActButton
        operation="removeEndpoint"
        path={path}
        words={{ title: endpoint.url, submit: words.remove, done: words.removed }}
        fields={why(codeField)}
        isSmall
      />
    </div>
  );
}
