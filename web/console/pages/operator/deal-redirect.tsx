import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { useRead } from '../../api/queries.ts';
import { Loading, Trouble } from '../../ui/states.tsx';
import { useParameter } from '../../url-state.ts';

/** A deal is looked at on the page of its invoice. */
export default function DealRedirect(): ReactNode {
  const deal = useRead('readDeal', { path: { id: useParameter('id') } });
  if (deal.data !== undefined) return <Redirect to={`/invoices/${deal.data.invoiceId}`} replace />;
  return deal.isError ? <Trouble error={deal.error} /> : <Loading />;
}
