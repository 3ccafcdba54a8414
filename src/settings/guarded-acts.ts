import { allowLoss } from './allow-loss.ts';
import { allowPayBack, allowTopUp } from './allow-movement.ts';
import { allowRefund } from './allow-refund.ts';
import { allowRejection } from './allow-rejection.ts';
import { changeAccessRules } from './change-access-rules.ts';
import { changeApiKey } from './change-api-key.ts';
import { changePayerRules } from './change-payer-rules.ts';
import { changePaymentPolicy } from './change-payment-policy.ts';
import { changeRateFeed } from './change-rate-feed.ts';
import { changeStore } from './change-store.ts';
import { changeUser } from './change-user.ts';
import { createApiKey } from './create-api-key.ts';
import { createRateFeed } from './create-rate-feed.ts';
import { createStore } from './create-store.ts';
import { createUser } from './create-user.ts';
import { saveCsvMapping } from './csv-mappings.ts';
import { changeDisputeRules } from './dispute-rules.ts';
import { changeEndpoint, createEndpoint, removeEndpoint, rotateEndpointSecret } from './endpoints.ts';
import { createEnrolmentCode } from './enrolment-codes.ts';
import { switchMessageTemplates } from './message-templates.ts';
import { liftMoneyStop } from './money-stop.ts';
import { createPhone, renewPhoneTicket } from './phones.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { rotateSecret } from './rotate-secret.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { setRate } from './set-rate.ts';
import { setRewards } from './set-rewards.ts';
import { setMerchantSecondFactor } from './set-second-factor.ts';
import type { SettingAct } from './setting-act.ts';

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
