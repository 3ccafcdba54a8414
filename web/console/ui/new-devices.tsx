import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAct } from '../api/queries.ts';
import { programOf } from '../program.ts';
import { useMe } from '../session.tsx';
import { useText } from '../text/locale.tsx';
import { Button } from './button.tsx';
import { useTellFaults } from './tell-faults.ts';
import { Instant } from './values.tsx';

/** Somebody has signed in on a device that was not there before, or changed how one signs in. It stays until the person has said so, here. */
export function NewDevices(): ReactNode {
  const words = useText().access.newDevice;
  const { newDevices, accessNews } = useMe();
  const seen = useAct('acknowledgeDevices');
  const tellFaults = useTellFaults();
  if (newDevices.length + accessNews.length === 0) return null;
  const title = accessNews.length > 0 ? words.changed : words.title;
  return (
    <section className="notice new-devices" aria-label={title}>
      <div>
        <strong>{title}</strong>
        <ul>
          {accessNews.map(({ what, by, at }) => (
            <li key={`${at} ${what}`}>
              {words.news[what]}: {by}, <Instant at={at} />
            </li>
          ))}
          {newDevices.map(({ userAgent, address, at }) => (
            <li key={`${at} ${address} ${userAgent}`}>
              {programOf(userAgent)}, <span className="number">{address}</span>, <Instant at={at} />
            </li>
          ))}
        </ul>
        <p>{accessNews.length > 0 ? words.notYours : words.notYou}</p>
      </div>
      <div className="row-actions">
        <Link href="/account" className="button plain">
          {words.show}
        </Link>
        <Button isBusy={seen.isPending} onClick={() => seen.mutate({}, { onError: tellFaults })}>
          {accessNews.length > 0 ? words.known : words.mine}
        </Button>
      </div>
    </section>
  );
}
