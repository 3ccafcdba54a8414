import type { ReactNode } from 'react';
import { useText } from '../../text/locale.tsx';
import { PageHead } from '../../ui/values.tsx';
import { BlockedPayers } from '../policy/blocked-payers.tsx';

/** Payers who left too many payins unpaid. */
export default function Blocked(): ReactNode {
  const words = useText().payers.blocked;
  return (
    <>
      <PageHead title={words.title} note={words.note} />
      <BlockedPayers />
    </>
  );
}
