import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { PageHead } from '../../ui/values.tsx';
import { RequisiteTable } from './requisite-table.tsx';

export default function Requisites(): ReactNode {
  const text = useText();
  const makers = useRead('listMakers', { query: { limit: 200 } });
  return (
    <>
      <PageHead title={text.trade.requisites} note={text.operator.requisites.note} />
      <RequisiteTable
        filters={
          <FilterSelect
            name="makerId"
            label={text.trade.maker}
            options={(makers.data?.items ?? []).map(({ id, name }) => [String(id), name])}
          />
        }
      />
    </>
  );
}
