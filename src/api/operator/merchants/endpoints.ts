import type { OperatorEndpoint } from '../endpoint.ts';
import { changeStoreKey, createStoreKey, listStoreKeys, revokeStoreKey, rotateStoreKey } from './api-keys.ts';
import {
  beginMerchantSecondFactor,
  changeMerchant,
  confirmMerchantSecondFactor,
  createMerchant,
  listMerchants,
  rotateSecret,
} from './merchants.ts';
import { createPaymentLink } from './payment-links.ts';
import {
  changePaymentPolicy,
  changeStore,
  createStore,
  getStore,
  listStores,
  rotateWebhookSecret,
  topUpStore,
} from './stores.ts';

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
