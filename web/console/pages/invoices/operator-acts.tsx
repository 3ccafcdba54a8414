import type { ReactNode } from 'react';
import type { OperatorDeal } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { ActButtons } from '../operator/acts/act-buttons.tsx';
import { dealActs } from '../operator/acts/acts.tsx';

/** What an operator can do with the deal of the invoice that is open, also by key. */
export function OperatorActs({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const text = useText();
  return <ActButtons choices={dealActs(text, deal)} hasKeys />;
}
