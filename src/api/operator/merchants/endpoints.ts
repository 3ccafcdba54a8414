import type { OperatorEndpoint } from '../endpoint.ts';
import { beginMerchantSecondFactor } from './begin-merchant-second-factor.ts';
import { changeMerchant } from './change-merchant.ts';
import { changePaymentPolicy } from './change-payment-policy.ts';
import { changeStore } from './change-store.ts';
import { changeStoreKey } from './change-store-key.ts';
import { confirmMerchantSecondFactor } from './confirm-merchant-second-factor.ts';
import { createMerchant } from './create-merchant.ts';
import { createPaymentLink } from './create-payment-link.ts';
import { createStore } from './create-store.ts';
import { createStoreKey } from './create-store-key.ts';
import { getStore } from './get-store.ts';
import { listMerchants } from './list-merchants.ts';
import { listStoreKeys } from './list-store-keys.ts';
import { listStores } from './list-stores.ts';
import { revokeStoreKey } from './revoke-store-key.ts';
import { rotateSecret } from './rotate-secret.ts';
import { rotateStoreKey } from './rotate-store-key.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { topUpStore } from './top-up-store.ts';

/** Who sells, and on which terms. */
export const merchantSettingEndpoints: readonly OperatorEndpoint[] = [
  createMerchant,
  listMerchants,
  changeMerchant,
  rotateSecret,
  beginMerchantSecondFactor,
  confirmMerchantSecondFactor,
  createStore,
  listStores,
  getStore,
  changeStore,
  listStoreKeys,
  createStoreKey,
  changeStoreKey,
  rotateStoreKey,
  revokeStoreKey,
  rotateWebhookSecret,
  changePaymentPolicy,
  topUpStore,
  createPaymentLink,
];
