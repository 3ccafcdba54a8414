import './opening.css';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/values.tsx';
import { PaymentLinkButton } from '../invoices/payment-link.tsx';
import { Overview, ReadyOverview } from './overview.tsx';

type Step = Answer<'readOpening'>['steps'][number];

/** Where each step is done. */
const places: Readonly<Record<Step['name'], string | null>> = {
  operators: '/users',
  catalogue: '/catalogue',
  rates: '/rates',
  merchant: '/stores',
  store: '/stores',
  'api-key': '/stores',
  maker: '/makers',
  payment: null,
  backup: null,
};

/** What a new service still needs. It is there until everything is, and then makes room for the overview. */
export function Opening(): ReactNode {
  const { mode } = useMe();
  const text = useText();
  const { opening } = text.operator;
  const found = useRead('readOpening', {}, { isLive: true, isEnabled: mode === 'production' });
  // A sandbox has nothing to set up.
  if (mode === 'sandbox') return <Overview />;
  if (found.data === undefined) return null;
  if (found.data.isOpen) return <ReadyOverview />;
  const { steps } = found.data;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Panel title={opening.title} actions={<span className="muted">{opening.progress(done, steps.length)}</span>}>
      <p className="muted">{opening.note}</p>
      <ol className="opening">
        {steps.map((step) => (
          <li key={step.name} className={step.isDone ? 'is-done' : step === next ? 'is-next' : ''}>
            <span className="opening-mark">
              {step.isDone && <Icon name="check" />}
              <span className="visually-hidden">{step.isDone ? opening.done : opening.open}</span>
            </span>
            <div>
              <h3>{opening.steps[step.name].title}</h3>
              {!step.isDone && <p className="muted">{opening.steps[step.name].hint}</p>}
              {!step.isDone && step.name === 'backup' && <code>npx quittance backup backup-1</code>}
            </div>
            {!step.isDone && <StepAction step={step} isNext={step === next} />}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function StepAction({ step: { name }, isNext }: { readonly step: Step; readonly isNext: boolean }): ReactNode {
  const { opening } = useText().operator;
  const tone = isNext ? 'primary' : 'plain';
  if (name === 'payment') return <FirstPayment tone={tone} />;
  const place = places[name];
  return place === null ? null : (
    <ButtonLink href={place} tone={tone}>
      {opening.go}
    </ButtonLink>
  );
}

function FirstPayment({ tone }: { readonly tone: 'primary' | 'plain' }): ReactNode {
  const [store] = useRead('listStores', { query: { limit: 1 } }).data?.items ?? [];
  return store === undefined ? null : <PaymentLinkButton store={store} tone={tone} />;
}
