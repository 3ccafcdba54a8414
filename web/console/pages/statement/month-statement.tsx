import type { ReactNode } from 'react';
import { urlOf } from '../../api/client.ts';
import { useLocale } from '../../text/locale.tsx';
import { DownloadLink } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel, useNow } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { recentMonths } from './recent-months.ts';

/** The statement of a month for the books of the shop: opening balance, every movement, closing balance. */
export function MonthStatement({ accountId }: { readonly accountId: number }): ReactNode {
  const { locale, text, zone } = useLocale();
  const url = useUrlState();
  const months = recentMonths(useNow(), zone);
  const chosen = months.find((month) => month === url.get('month')) ?? months[0] ?? '';
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const path = { id: accountId };
  const query = { month: chosen, zone };
  return (
    <Panel title={text.statement.month}>
      <p className="muted">{text.statement.monthNote(zone)}</p>
      <div className="month-statement">
        <FilterSelect
          name="month"
          label={text.statement.monthChoice}
          usual={chosen}
          options={months.map((month) => [month, name.format(new Date(`${month}-01T00:00:00Z`))])}
        />
        <DownloadLink href={urlOf('printMonthStatement', { path, query: { ...query, language: locale } })}>
          <Icon name="download" /> {text.statement.monthPdf}
        </DownloadLink>
        <DownloadLink href={urlOf('exportMonthStatement', { path, query })}>
          <Icon name="download" /> {text.statement.monthCsv}
        </DownloadLink>
      </div>
    </Panel>
  );
}
