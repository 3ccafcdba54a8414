import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAct } from '../api/queries.ts';
import { programOf } from '../program.ts';
import { useMe } from '../session.tsx';
import { useText } from '../text/locale.tsx';
import { Button } from './button.tsx';
import { useTellFaults } from './tell-faults.ts';
import { Instant } from './values.tsx';

/** Somebody has signed in on a device that was not there before. It stays until the person has said so, here. */
export function NewDevices(): ReactNode {
  const words = useText().access.newDevice;
  const { newDevices } = useMe();
  const seen = useAct('acknowledgeDevices');
  const tellFaults = useTellFaults();
  if (newDevices.length === 0) return null;
  return (
    <section className="notice new-devices" aria-label={words.title}>
      <div>
        <strong>{words.title}</strong>
        <ul>
          {newDevices.map(({ userAgent, address, at }) => (
            <li key={`${at} ${address} ${userAgent}`}>
              {programOf(userAgent)}, <span className="number">{address}</span>, <Instant at={at} />
            </li>
          ))}
        </ul>
        <p>{words.notYou}</p>
      </div>
      <div className="row-actions">
        <Link href="/account" className="button plain">
          {words.show}
        </Link>
        <Button isBusy={seen.isPending} onClick={() => seen.mutate({}, { onError: tellFaults })}>
          {words.mine}
        </Button>
      </div>
    </section>
  );
}
