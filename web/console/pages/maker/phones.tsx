import './maker.css';
import type { ReactNode } from 'react';
import { useText } from '../../text/locale.tsx';
import { PageHead } from '../../ui/values.tsx';
import { MessageTable } from '../phones/message-table.tsx';
import { AddPhone } from '../phones/phone-dialogs.tsx';
import { PhoneList } from '../phones/phone-list.tsx';
import { MakerTabs } from './maker-tabs.tsx';

/** The maker's phones: pair them, say whose messages come to them, and see what came. */
export default function Phones(): ReactNode {
  const words = useText().phones;
  return (
    <>
      <PageHead title={words.title} note={words.note}>
        <AddPhone />
      </PageHead>
      <MakerTabs />
      <PhoneList />
      <h2>{words.messages.title}</h2>
      <p className="muted">{words.messages.ownNote}</p>
      <MessageTable />
    </>
  );
}
