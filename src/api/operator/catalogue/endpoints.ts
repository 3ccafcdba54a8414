import type { OperatorEndpoint } from '../endpoint.ts';
import { loadCatalogue, orderCatalogue, readCatalogue, readReference } from './catalogue.ts';
import {
  addBank,
  addCurrency,
  addOption,
  changeBank,
  changeCurrency,
  changeOption,
  removeBank,
  removeCurrency,
  removeOption,
} from './entries.ts';

/** Currencies, banks and ways to pay. */
export const catalogueEndpoints: readonly OperatorEndpoint[] = [
  readReference,
  readCatalogue,
  loadCatalogue,
  addCurrency,
  changeCurrency,
  removeCurrency,
  addBank,
  changeBank,
  removeBank,
  addOption,
  changeOption,
  removeOption,
  orderCatalogue,
];
