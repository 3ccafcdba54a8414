import './merchant.css';
import type { ReactNode } from 'react';
import { useText } from '../../text/locale.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Loading, Trouble } from '../../ui/states.tsx';
import { PageHead, Panel } from '../../ui/values.tsx';
import { RotateSecret } from '../keys/rotate-secret.tsx';
import { StoreEndpoints } from '../keys/store-endpoints.tsx';
import { StoreKeys } from '../keys/store-keys.tsx';
import { WebhookSecret } from '../keys/webhook-secret.tsx';
import { type Merchant, useOwnMerchant, useStoreChoice } from './own-merchant.ts';
import { MerchantSecondFactor, OwnCode } from './second-factor.tsx';

/** What the merchant's programs sign with: keys by store, secrets, and the second factor that guards them. */
export default function Keys(): ReactNode {
  const text = useText();
  const { stores, error } = useStoreChoice();
  const merchant = useOwnMerchant();
  return (
    <>
      <PageHead title={text.merchant.keys.title} note={text.merchant.keys.note}>
        <ButtonLink href="/signature">{text.merchant.keys.checkSignature}</ButtonLink>
      </PageHead>
      {stores === undefined && (error === null ? <Loading /> : <Trouble error={error} />)}
      {merchant !== undefined && (
        <>
          {stores?.map((store) => (
            <StoreKeys
              key={store.id}
              storeId={store.id}
              codeField={<OwnCode merchant={merchant} />}
              title={text.merchant.keys.ofStore(store.name)}
              createTitle={`${text.keys.create}: ${store.name}`}
              isApart
            />
          ))}
          {stores?.map((store) => (
            <StoreEndpoints
              key={store.id}
              storeId={store.id}
              title={text.told.endpoints.title(store.name)}
              codeField={<OwnCode merchant={merchant} />}
            />
          ))}
          <div className="columns">
            <Secret merchant={merchant} />
            <MerchantSecondFactor merchant={merchant} />
            {stores?.map((store) => (
              <WebhookSecret
                key={store.id}
                store={store}
                title={text.keys.webhookOf(store.name)}
                codeField={<OwnCode merchant={merchant} />}
              />
            ))}
          </div>
        </>
      )}
    </>
  );
}

interface OfMerchant {
  readonly merchant: Merchant;
}

function Secret({ merchant }: OfMerchant): ReactNode {
  const words = useText().merchant.keys;
  return (
    <Panel title={words.secret}>
      <p className="muted">{words.secretHint}</p>
      <RotateSecret
        operation="rotateSecret"
        id={merchant.id}
        label={words.rotate}
        title={words.rotateTitle}
        overlap={{ label: words.overlap, hint: words.rotateHint }}
        secretTitle={words.secretTitle}
        codeField={<OwnCode merchant={merchant} />}
      />
    </Panel>
  );
}
