import { Fragment, type ReactNode } from 'react';
import { useText } from '../../text/locale.tsx';
import { Loading, Trouble } from '../../ui/states.tsx';
import { PageHead, Panel } from '../../ui/values.tsx';
import { BlockedPayers } from '../policy/blocked-payers.tsx';
import { PayerRules } from '../policy/payer-rules.tsx';
import { PaymentPolicy } from '../policy/payment-policy.tsx';
import { useStoreChoice } from './own-merchant.ts';

/** What the merchant's stores let happen with payments that are not quite as asked, and with payers who play. */
export default function Rules(): ReactNode {
  const { policy, payers } = useText();
  const { stores, error } = useStoreChoice();
  return (
    <>
      <PageHead title={policy.page} note={policy.pageNote} />
      {stores === undefined && (error === null ? <Loading /> : <Trouble error={error} />)}
      {stores?.map((store) => (
        <Fragment key={store.id}>
          <PaymentPolicy store={store} title={policy.ofStore(store.name)} />
          <PayerRules store={store} title={payers.ofStore(store.name)} />
        </Fragment>
      ))}
      {stores !== undefined && (
        <Panel title={payers.blocked.title}>
          <p className="muted">{payers.blocked.note}</p>
          <BlockedPayers />
        </Panel>
      )}
    </>
  );
}
