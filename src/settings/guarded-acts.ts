import { allowLoss } from './authority/allow-loss.ts';
import { allowPayBack, allowTopUp } from './authority/allow-movement.ts';
import { allowRefund } from './authority/allow-refund.ts';
import { allowRejection } from './authority/allow-rejection.ts';
import { liftMoneyStop } from './authority/money-stop.ts';
import { changeDisputeRules } from './disputes/dispute-rules.ts';
import { setRewards } from './makers/set-rewards.ts';
import { changeApiKey } from './merchants/change-api-key.ts';
import { changePayerRules } from './merchants/change-payer-rules.ts';
import { changePaymentPolicy } from './merchants/change-payment-policy.ts';
import { changeStore } from './merchants/change-store.ts';
import { createApiKey } from './merchants/create-api-key.ts';
import { createStore } from './merchants/create-store.ts';
import { changeEndpoint, createEndpoint, removeEndpoint, rotateEndpointSecret } from './merchants/endpoints.ts';
import { rotateApiKey } from './merchants/rotate-api-key.ts';
import { rotateSecret } from './merchants/rotate-secret.ts';
import { rotateWebhookSecret } from './merchants/rotate-webhook-secret.ts';
import { switchMessageTemplates } from './messages/message-templates.ts';
import { changeAccessRules } from './people/change-access-rules.ts';
import { changeUser } from './people/change-user.ts';
import { createUser } from './people/create-user.ts';
import { createEnrolmentCode } from './people/enrolment-codes.ts';
import { removeSecondFactor } from './people/remove-second-factor.ts';
import { setMerchantSecondFactor } from './people/set-second-factor.ts';
import { createPhone, renewPhoneTicket } from './phones/phones.ts';
import { changeRateFeed } from './rates/change-rate-feed.ts';
import { createRateFeed } from './rates/create-rate-feed.ts';
import { setRate } from './rates/set-rate.ts';
import type { SettingAct } from './setting-act.ts';
import { saveCsvMapping } from './statements/csv-mappings.ts';

// biome-ignore lint/suspicious/noExplicitAny: what was sealed with an act is opened for the same act.
type AnyAct = SettingAct<any, any, any, any, any>;

/** The acts that may have to wait for a second person, found again by the name they were written down with. */
export const guardedActs: ReadonlyMap<string, AnyAct> = new Map<string, AnyAct>(
  [
    createStore,
    createUser,
    changeUser,
    removeSecondFactor,
    createEnrolmentCode,
    rotateSecret,
    createApiKey,
    changeApiKey,
    rotateApiKey,
    rotateWebhookSecret,
    createEndpoint,
    changeEndpoint,
    rotateEndpointSecret,
    removeEndpoint,
    setMerchantSecondFactor,
    changeStore,
    changePayerRules,
    changeDisputeRules,
    changePaymentPolicy,
    setRewards,
    allowTopUp,
    allowPayBack,
    allowRejection,
    allowRefund,
    allowLoss,
    changeAccessRules,
    liftMoneyStop,
    switchMessageTemplates,
    setRate,
    createRateFeed,
    changeRateFeed,
    createPhone,
    renewPhoneTicket,
    saveCsvMapping,
  ].map((act: AnyAct) => [act.name, act]),
);
