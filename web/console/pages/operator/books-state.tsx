import type { ReactNode } from 'react';
import { useAct, useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { tell } from '../../ui/toast.tsx';
import { Age, Badge, Panel } from '../../ui/values.tsx';

/** Whether the laws of the books hold, since when that is known, and a button to check them now. */
export function BooksState({ showsLaws = false }: { readonly showsLaws?: boolean }): ReactNode {
  const text = useText();
  const { ledger } = text.operator;
  const audit = useRead('readAudit', {}, { isLive: true });
  const verify = useAct('runAudit');
  const state = audit.data;
  const isHeld = state !== undefined && state.violations.length === 0;
  return (
    <Panel
      title={ledger.books}
      actions={
        <Button
          isBusy={verify.isPending}
          onClick={() =>
            verify.mutate({}, { onSuccess: ({ violations }) => violations.length === 0 && tell(ledger.lawsHold) })
          }
        >
          {ledger.verify}
        </Button>
      }
    >
      {verify.error !== null && <FaultList error={verify.error} />}
      {state !== undefined && (
        <p className="row">
          <Badge tone={isHeld ? 'ok' : 'bad'}>{isHeld ? ledger.lawsHold : ledger.lawsBroken}</Badge>
          <Badge tone={state.moneyOut === 'open' ? 'ok' : 'bad'}>
            {state.moneyOut === 'open' ? ledger.moneyOutOpen : ledger.moneyOutStopped}
          </Badge>
          {state.checkedAt !== null && (
            <span className="muted">
              {ledger.checked} <Age since={state.checkedAt} /> {text.shell.ago}
            </span>
          )}
        </p>
      )}
      {state !== undefined && state.violations.length > 0 && (
        <ul className="faults">
          {state.violations.map(({ law, subject, detail }) => (
            <li key={`${law} ${subject}`}>{`${text.codes.laws[law] ?? law}: ${subject}. ${detail}`}</li>
          ))}
        </ul>
      )}
      {showsLaws && state !== undefined && (
        <ul className="laws">
          {state.laws.map(({ law, isHeld: holds, durationMs }) => (
            <li key={law}>
              <Badge tone={holds ? 'ok' : 'bad'}>{holds ? ledger.holds : ledger.broken}</Badge>{' '}
              <span>{text.codes.laws[law] ?? law}</span>
              <span className="muted">{text.shell.ms(durationMs)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
