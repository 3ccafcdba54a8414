import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ApiError, basePath, urlOf } from '../../api/client.ts';
import { formatCount, formatInstant, formatMoney } from '../../format.ts';
import { useLocale } from '../../text/locale.tsx';
import { Button, DownloadLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Trouble } from '../../ui/states.tsx';
import { Badge, Panel } from '../../ui/values.tsx';
import { checkProof, forgetSeen } from './check-proof.ts';

type Checked = NonNullable<Awaited<ReturnType<typeof checkProof>>>;

/** What was proven to who looks, in a sentence with a mark and a date, and the files to check it elsewhere. */
export function BalanceProof({ accountId }: { readonly accountId: number }): ReactNode {
  const { text } = useLocale();
  const { proof } = text.statement;
  const checked = useQuery<Checked | null, ApiError>({
    queryKey: ['balance-proof', accountId],
    queryFn: ({ signal }) => checkProof(accountId, signal),
    // It costs the service work, and what was proven stays so.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data === null ? notSealedAgainMs : false),
  });
  return (
    <Panel title={proof.title}>
      {checked.isError && <Trouble error={checked.error} retry={() => checked.refetch()} />}
      {checked.isPending && <p className="muted">{proof.checking}</p>}
      {checked.data === null && <p>{proof.notSealed}</p>}
      {checked.data && <Verdict checked={checked.data} again={() => void checked.refetch()} />}
      <p className="muted">{proof.how}</p>
      <div className="proof-files">
        <DownloadLink href={urlOf('proveLedgerAccount', { path: { id: accountId } })}>
          <Icon name="download" /> {proof.download}
        </DownloadLink>
        <DownloadLink href={`${basePath}/verify/quittance-verify.html`}>
          <Icon name="download" /> {proof.page}
        </DownloadLink>
        <DownloadLink href={`${basePath}/verify/quittance-verify.mjs`}>
          <Icon name="download" /> {proof.program}
        </DownloadLink>
      </div>
    </Panel>
  );
}

/** A page is sealed within seconds. */
const notSealedAgainMs = 5_000;

function Verdict({ checked, again }: { readonly checked: Checked; readonly again: () => void }): ReactNode {
  const { locale, text } = useLocale();
  const { proof } = text.statement;
  const count = (value: number) => formatCount(locale, value);
  if (!checked.isProven) {
    return (
      <div role="alert">
        <p>
          <Badge tone="bad">{proof.isBroken}</Badge> {proof.broken}
        </p>
        <ul>
          {checked.faults(locale).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
        {checked.seen !== null && (
          <Button
            onClick={() => {
              forgetSeen();
              again();
            }}
          >
            {proof.forget}
          </Button>
        )}
      </div>
    );
  }
  return (
    <>
      <p>
        <Badge tone="ok">{proof.isProven}</Badge>{' '}
        {proof.sentence(formatInstant(locale, checked.at), formatMoney(locale, checked.sum), count(checked.page))}
      </p>
      <p className="muted">{checked.seen === null ? proof.first : proof.goesOn(count(checked.seen))}</p>
    </>
  );
}
