import type { ReactNode } from 'react';
import { useBankChoices, useMakerChoices } from '../../api/choices.ts';
import { useText } from '../../text/locale.tsx';
import { FilterPicker } from '../../ui/picker.tsx';
import { PageHead } from '../../ui/values.tsx';
import { RequisiteTable } from './requisite-table.tsx';

export default function Requisites(): ReactNode {
  const text = useText();
  const [makers, banks] = [useMakerChoices(), useBankChoices()];
  return (
    <>
      <PageHead title={text.trade.requisites} note={text.operator.requisites.note} />
      <RequisiteTable
        filters={
          <>
            <FilterPicker name="makerId" label={text.trade.maker} options={makers} />
            <FilterPicker name="bank" label={text.trade.bank} options={banks} />
          </>
        }
      />
    </>
  );
}
