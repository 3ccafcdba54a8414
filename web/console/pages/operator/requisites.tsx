import type { ReactNode } from 'react';
import { useNameInLocale } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { PageHead } from '../../ui/values.tsx';
import { RequisiteTable } from './requisite-table.tsx';

export default function Requisites(): ReactNode {
  const text = useText();
  const makers = useRead('listMakers', { query: { limit: 200 } });
  const reference = useRead('readReference');
  const inLocale = useNameInLocale();
  return (
    <>
      <PageHead title={text.trade.requisites} note={text.operator.requisites.note} />
      <RequisiteTable
        filters={
          <>
            <FilterSelect
              name="makerId"
              label={text.trade.maker}
              options={(makers.data?.items ?? []).map(({ id, name }) => [String(id), name])}
            />
            <FilterSelect
              name="bank"
              label={text.trade.bank}
              options={(reference.data?.banks ?? []).map((bank) => [bank.code, inLocale(bank)])}
            />
          </>
        }
      />
    </>
  );
}
