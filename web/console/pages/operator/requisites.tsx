import type { ReactNode } from 'react';
import { useBankChoices, useMakerChoices } from '../../api/choices.ts';
import { useText } from '../../text/locale.tsx';
import { filter } from '../../ui/list.tsx';
import { PageHead } from '../../ui/values.tsx';
import { RequisiteTable } from './requisite-table.tsx';

export default function Requisites(): ReactNode {
  const { trade, operator } = useText();
  const [makers, banks] = [useMakerChoices(), useBankChoices()];
  return (
    <>
      <PageHead title={trade.requisites} note={operator.requisites.note} />
      <RequisiteTable
        filters={{ makerId: filter.picked(trade.maker, makers), bank: filter.picked(trade.bank, banks) }}
      />
    </>
  );
}
