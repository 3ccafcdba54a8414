import type { ReactNode } from 'react';
import { useBankName } from '../api/names.ts';
import { useRead } from '../api/queries.ts';
import { useMe } from '../session.tsx';
import { useText } from '../text/locale.tsx';
import { ActButton, field } from './act-form.tsx';
import { tell } from './toast.tsx';
import { RequisiteNumber } from './values.tsx';

/** Requisites that an operator has added: they wait here for the yes of another operator or of their maker. */
export function NewRequisites(): ReactNode {
  const { newRequisites: words } = useText();
  const me = useMe();
  const bankName = useBankName();
  const found = useRead('listRequisites', { query: { waiting: 'true', limit: 200 } }, { isLive: true }).data;
  if (found === undefined || found.items.length === 0) return null;
  const acceptable = found.items.filter(({ addedBy }) => addedBy !== me.login).map(({ id }) => id);
  const list = (
    <ul>
      {found.items.map(({ id, number, bank, holder, addedBy }) => (
        <li key={id}>
          <RequisiteNumber value={number} /> {bankName(bank)} {holder} · {words.addedBy(addedBy ?? '–')}
        </li>
      ))}
    </ul>
  );
  return (
    <section className="notice" aria-label={words.title}>
      <p>
        <strong>{words.title}</strong>
      </p>
      <p>{me.role === 'maker' ? words.ofMaker : words.ofOperator}</p>
      {list}
      {acceptable.length > 0 && (
        <ActButton
          operation="acceptRequisites"
          words={{ submit: words.accept(acceptable.length) }}
          fields={{ ids: field.fixed(acceptable) }}
          onDone={({ accepted }) => tell(words.accepted(accepted))}
        >
          {list}
          <p className="hint">{words.hint}</p>
        </ActButton>
      )}
    </section>
  );
}
