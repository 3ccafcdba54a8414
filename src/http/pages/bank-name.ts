import { unknownBank } from '../../domain/payment.ts';
import type { PaymentPageBank } from '../public/payment-page.ts';
import type { Language } from './language.ts';

/** A bank under the name that readers of the language know. */
export function bankInWords({ banks, choose }: Language, { code, name }: PaymentPageBank): PaymentPageBank {
  return { code, name: code === unknownBank ? choose.anyBank : (banks[code] ?? name) };
}
