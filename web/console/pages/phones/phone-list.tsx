import '../maker/maker.css';
import './phones.css';
import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { Awaited, EmptyState } from '../../ui/states.tsx';
import { Age, Badge } from '../../ui/values.tsx';
import { type Phone, PhoneActions } from './phone-dialogs.tsx';

const tones = { waiting: 'wait', heard: 'ok', silent: 'bad', revoked: 'off' } as const;

/** Phones of a maker, whether they are there, and what comes to them. */
export function PhoneList({ makerId }: { readonly makerId?: number }): ReactNode {
  const words = useText().phones;
  const query = makerId === undefined ? {} : { makerId };
  const phones = useRead('listPhones', { query }, { isLive: true });
  const items = phones.data?.items;
  if (items === undefined) return <Awaited answer={phones} />;
  if (items.length === 0) return <EmptyState title={words.empty} hint={words.emptyHint} />;
  return (
    <ul className="tiles" aria-label={words.title}>
      {items.map((phone) => (
        <PhoneTile key={phone.id} phone={phone} />
      ))}
    </ul>
  );
}

function PhoneTile({ phone }: { readonly phone: Phone }): ReactNode {
  const words = useText().phones;
  const { status, lastSeenAt, requisites } = phone;
  return (
    <li className={status === 'silent' ? 'tile urgent' : status === 'revoked' ? 'tile is-off' : 'tile'}>
      <div className="tile-head">
        <strong>{phone.name}</strong>
        <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
      </div>
      <div className="muted">
        {words.lastSeen}: {lastSeenAt === null ? words.never : <Age since={lastSeenAt} />}
      </div>
      {status !== 'revoked' && (
        <div>{requisites.length === 0 ? words.noRequisites : words.count(requisites.length)}</div>
      )}
      <PhoneActions phone={phone} />
    </li>
  );
}

/** Says it where the maker works: money that comes now would be seen by nobody. */
export function SilentPhones(): ReactNode {
  const words = useText().phones;
  const phones = useRead('listPhones', {}, { isLive: true });
  const silent = phones.data?.items.filter(({ status }) => status === 'silent') ?? [];
  if (silent.length === 0) return null;
  return (
    <div role="alert" className="notice">
      {words.isSilent(silent.map(({ name }) => name).join(', '))}
    </div>
  );
}
