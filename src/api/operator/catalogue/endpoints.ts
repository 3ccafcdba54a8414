import type { OperatorEndpoint } from '../endpoint.ts';
import { addBank } from './add-bank.ts';
import { addCurrency } from './add-currency.ts';
import { addOption } from './add-option.ts';
import { changeBank } from './change-bank.ts';
import { changeCurrency } from './change-currency.ts';
import { changeOption } from './change-option.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { orderCatalogue } from './order-catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';
import { readReference } from './read-reference.ts';
import { removeBank } from './remove-bank.ts';
import { removeCurrency } from './remove-currency.ts';
import { removeOption } from './remove-option.ts';

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
