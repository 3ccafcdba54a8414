import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { formatBytes, formatCount } from '../../format.ts';
import { useLocale } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { Table } from '../../ui/table.tsx';
import { Facts, Id, Instant, Panel } from '../../ui/values.tsx';

type Archive = Answer<'readSystem'>['archive'];

/** What has left the living tables, and the commands that move it: from here nothing is moved. */
export function ArchiveState({ archive }: { readonly archive: Archive }): ReactNode {
  const { text, locale } = useLocale();
  const { archive: words } = text.operator.system;
  const { afterDays, lookedAt, months } = archive;
  // The newest come first, and the oldest is needed least.
  const here = months.findLast(({ detached }) => detached === null);
  const away = months.find(({ detached }) => detached !== null);
  const commands = [
    `quittance archive run --after ${afterDays || 90}`,
    ...(here === undefined ? [] : [`quittance archive detach ${here.month} --to /mnt/archive`]),
    ...(away?.detached == null ? [] : [`quittance archive attach /mnt/archive/${away.detached.fileName}`]),
  ];
  return (
    <Panel title={words.title}>
      <div className="stack">
        <Facts
          items={[
            [words.policy, afterDays === 0 ? words.off : words.after(afterDays)],
            [words.lookedAt, lookedAt === null ? words.notYet : <Instant key="looked" at={lookedAt} />],
          ]}
        />
        <Table
          label={words.title}
          name="archive-"
          rows={months}
          rowKey={({ month }) => month}
          empty={words.empty}
          columns={[
            column.text('month', words.month, { isSorted: true }),
            column.named('invoices', words.invoices, (count: number) => formatCount(locale, count), {
              isNumeric: true,
              isSorted: true,
            }),
            {
              id: 'place',
              title: words.place,
              cell: ({ bytes, detached }) =>
                detached === null ? words.here(formatBytes(locale, bytes)) : words.inFile(detached.fileName),
            },
            {
              id: 'hash',
              title: 'SHA-256',
              cell: ({ detached }) => (detached === null ? '–' : <Id value={detached.sha256} />),
            },
            {
              id: 'since',
              title: words.since,
              cell: ({ detached }) => (detached === null ? '–' : <Instant at={detached.at} />),
            },
          ]}
        />
        <p className="hint">{words.commands}</p>
        <ul className="commands">
          {commands.map((command) => (
            <li key={command}>
              <Id value={command} isWhole />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
