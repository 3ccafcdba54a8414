import type { ReactNode } from 'react';
import { useText } from '../../text/locale.tsx';
import { Loading, Trouble } from '../../ui/states.tsx';
import { PageHead } from '../../ui/values.tsx';
import { PaymentPolicy } from '../policy/payment-policy.tsx';
import { useStoreChoice } from './own-merchant.ts';

/** What the merchant's stores let happen with payments that are not quite as asked. */
export default function Rules(): ReactNode {
  const { policy } = useText();
  const { stores, error } = useStoreChoice();
  return (
    <>
      <PageHead title={policy.page} note={policy.pageNote} />
      {stores === undefined && (error === null ? <Loading /> : <Trouble error={error} />)}
      {stores?.map((store) => (
        <PaymentPolicy key={store.id} store={store} title={policy.ofStore(store.name)} />
      ))}
    </>
  );
}
