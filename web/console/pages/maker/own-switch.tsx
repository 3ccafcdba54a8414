import type { ReactNode } from 'react';
import { useAct, useRead } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { tell } from '../../ui/toast.tsx';

/** The maker's own switch for all requisites at once. Not shown as switched before the service has said so. */
export function OwnSwitch(): ReactNode {
  const { maker: own, disputes } = useText();
  const { ownSwitch: words } = own;
  const { makerId } = useMe();
  const maker = useRead('getMaker', { path: { id: makerId ?? 0 } }, { isLive: true }).data;
  const act = useAct('switchMaker');
  if (maker === undefined) return null;
  const { id, isOn, isStopped, disputeBlock } = maker;
  const toggle = () =>
    act.mutate(
      { path: { id }, body: { isOn: !isOn } },
      { onSuccess: () => tell(isOn ? words.turnedOff : words.turnedOn) },
    );
  return (
    <>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={isOn}
        aria-label={words.label}
        disabled={act.isPending}
        onClick={toggle}
      >
        <span className="track" aria-hidden="true" />
        <span aria-hidden="true">{isStopped ? words.own : isOn ? words.on : words.off}</span>
      </button>
      {isStopped && <p className="muted">{words.stopped}</p>}
      {disputeBlock !== null && (
        <p className="notice" role="status">
          {disputes.ownBlocks[disputeBlock]}
        </p>
      )}
      {act.error !== null && <FaultList error={act.error} />}
    </>
  );
}
