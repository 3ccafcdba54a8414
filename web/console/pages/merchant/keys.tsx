import './merchant.css';
import { type ReactNode, useState } from 'react';
import { useText } from '../../text/locale.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ReasonField } from '../../ui/field.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Loading, Trouble } from '../../ui/states.tsx';
import { PageHead, Panel } from '../../ui/values.tsx';
import { OverlapField } from '../keys/key-dialogs.tsx';
import { StoreKeys } from '../keys/store-keys.tsx';
import { WebhookSecret } from '../keys/webhook-secret.tsx';
import { type Merchant, useOwnMerchant, useStoreChoice } from './own-merchant.ts';
import { CodeField, MerchantSecondFactor } from './second-factor.tsx';

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

/** Asked for where it is needed; who has no second factor is not asked. */
function OwnCode({ merchant }: OfMerchant): ReactNode {
  const text = useText();
  return merchant.hasSecondFactor ? <CodeField hint={text.merchant.secondFactor.codeHint} /> : null;
}

function Secret({ merchant }: OfMerchant): ReactNode {
  const words = useText().merchant.keys;
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Panel title={words.secret}>
      <p className="muted">{words.secretHint}</p>
      <div className="row-actions">
        <DialogButton label={words.rotate}>
          {(onClose) => (
            <ActDialog
              title={words.rotateTitle}
              operation="rotateSecret"
              submit={words.rotate}
              read={(values) => ({
                path: { id: merchant.id },
                body: {
                  overlapHours: values.whole('overlapHours') ?? 0,
                  reason: values.text('reason'),
                  code: values.optional('code'),
                },
              })}
              onDone={(answer) => setSecret(answer.secret)}
              onClose={onClose}
            >
              <OverlapField label={words.overlap} hint={words.rotateHint} />
              <ReasonField />
              <OwnCode merchant={merchant} />
            </ActDialog>
          )}
        </DialogButton>
      </div>
      {secret !== null && <SecretDialog title={words.secretTitle} secret={secret} onClose={() => setSecret(null)} />}
    </Panel>
  );
}
