import type { ReactNode } from 'react';
import { useAct } from '../../../api/queries.ts';
import { useShortcut } from '../../../shortcuts.ts';
import { useText } from '../../../text/locale.tsx';
import { Button } from '../../../ui/button.tsx';
import { FaultList } from '../../../ui/faults.tsx';
import { tell } from '../../../ui/toast.tsx';
import { Badge } from '../../../ui/values.tsx';
import type { Case } from './case-age.tsx';

const key = 'l';

/** Who works on the case. It binds nobody, and the others see it at once. */
export function ClaimBar({ of }: { readonly of: Case }): ReactNode {
  const { review } = useText().operator;
  const claim = useAct('claimCase');
  const release = useAct('releaseCase');
  const { claim: current } = of;
  const isOwn = current?.isOwn === true;
  const label = current === null ? review.claim : isOwn ? review.release : review.takeOver;
  const path = { id: of.id };
  const change = () => {
    if (isOwn) release.mutate({ path }, { onSuccess: () => tell(review.released) });
    else {
      const takeOver = current !== null;
      claim.mutate({ path, body: { takeOver } }, { onSuccess: () => tell(review.claimed) });
    }
  };
  useShortcut(key, label, change, of.kind !== null);
  if (of.kind === null) return null;
  const error = claim.error ?? release.error;
  return (
    <div className="review-claim">
      <span role="status">
        {current !== null && (
          <Badge tone={isOwn ? 'ok' : 'wait'}>{isOwn ? review.yours : review.worksOnIt(current.login)}</Badge>
        )}
      </span>
      <Button className="small" shortcut={key} isBusy={claim.isPending || release.isPending} onClick={change}>
        {label}
      </Button>
      {error !== null && <FaultList error={error} />}
    </div>
  );
}
