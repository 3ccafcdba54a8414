import type { ReactNode } from 'react';
import { useText } from '../../text/locale.tsx';
import { PageHead } from '../../ui/values.tsx';
import { MessageTable } from '../phones/message-table.tsx';

/** What banks wrote to makers' phones: those that wait for a person first of all. */
export default function Messages(): ReactNode {
  const { messages: words } = useText().phones;
  return (
    <>
      <PageHead title={words.title} note={words.note} />
      <MessageTable isForOperators />
    </>
  );
}
