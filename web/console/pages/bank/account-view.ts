import type { ReactNode } from 'react';
import type { BankAccount } from '../../api/schema.ts';

/** What every list of an account is shown with. */
export interface AccountView {
  readonly account: BankAccount;
  readonly filters: ReactNode;
}
