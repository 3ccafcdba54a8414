import type { ReactNode } from 'react';
import { Status, TwoLines } from '../ui/values.tsx';

/** The wire's numbers as words. */
const names: Readonly<Record<number, string>> = { 2: 'created', 3: 'sending', 4: 'sent', 5: 'rejected' };

export function WithdrawalStatus({
  status,
  note,
}: {
  readonly status: number;
  readonly note: string | null;
}): ReactNode {
  return (
    <TwoLines
      upper={
        <span>
          <Status of="withdrawal" value={names[status] ?? String(status)} />
        </span>
      }
      lower={note}
    />
  );
}
