import { type ReactNode, useState } from 'react';
import { newKey } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActForm, field, reason } from '../../ui/act-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Awaited } from '../../ui/states.tsx';
import { Figure, Money, PageHead, Panel } from '../../ui/values.tsx';
import { useParameter } from '../../url-state.ts';
import { DebtFigures } from '../debts.tsx';
import { ImportRequisites } from './import-requisites.tsx';
import { MakerAutomation } from './maker-automation.tsx';
import { MakerRewards } from './maker-rewards.tsx';
import { ChangeMaker, MakerSettings } from './maker-settings.tsx';
import { Health, type Maker } from './makers.tsx';
import { CreateRequisite } from './requisite-dialogs.tsx';
import { RequisiteTable } from './requisite-table.tsx';

/** One maker: money, requisites, how it goes. */
export default function MakerPage(): ReactNode {
  const text = useText();
  const id = useParameter('id');
  const found = useRead('getMaker', { path: { id } }, { isLive: true });
  const accounts = useRead('listLedgerAccounts', { query: { ownerId: id, kind: 'maker_available' } });
  if (found.data === undefined) return <Awaited answer={found} />;
  const maker = found.data;
  const accountId = accounts.data?.items[0]?.id;
  return (
    <>
      <PageHead
        title={
          <>
            {maker.name} <Health maker={maker} />
          </>
        }
        note={`${text.trade.maker} #${maker.id}`}
      >
        {accountId !== undefined && (
          <ButtonLink href={`/ledger/${accountId}`}>{text.operator.makers.statement}</ButtonLink>
        )}
        <ButtonLink href={`/deals?makerId=${maker.id}`}>{text.trade.deals}</ButtonLink>
        <MakerDialogs maker={maker} />
      </PageHead>
      <MakerFigures maker={maker} />
      <MakerSettings maker={maker} />
      <MakerRewards maker={maker} />
      <Panel
        title={text.trade.requisites}
        actions={
          <div className="row-actions">
            <ImportRequisites makerId={maker.id} />
            <DialogButton label={text.operator.requisites.create}>
              {(onClose) => <CreateRequisite makerId={maker.id} onClose={onClose} />}
            </DialogButton>
          </div>
        }
      >
        <RequisiteTable makerId={maker.id} />
      </Panel>
      <MakerAutomation makerId={maker.id} />
    </>
  );
}

function MakerFigures({ maker }: { readonly maker: Maker }): ReactNode {
  const text = useText();
  const { lastDay } = text.operator.makers;
  const counts = ['active', 'completed', 'expired', 'disputed'] as const;
  return (
    <dl className="figures">
      <DebtFigures kind="maker_debt" ownerId={maker.id} href={(id) => `/ledger/${id}`} />
      <Figure label={text.trade.available} value={<Money value={maker.available} />} />
      <Figure label={text.trade.heldSum} value={<Money value={maker.held} />} />
      {counts.map((key) => (
        <Figure key={key} label={`${lastDay[key]} · 24h`} value={maker.lastDay[key]} />
      ))}
    </dl>
  );
}

function MakerDialogs({ maker }: { readonly maker: Maker }): ReactNode {
  const text = useText();
  const { makers } = text.operator;
  return (
    <>
      <DialogButton label={makers.settings}>
        {(onClose) => <ChangeMaker maker={maker} onClose={onClose} />}
      </DialogButton>
      <DialogButton label={makers.payBack}>
        {(onClose) => <MoveFunds maker={maker} operation="payBackMaker" onClose={onClose} />}
      </DialogButton>
      <DialogButton label={makers.topUp} tone="primary">
        {(onClose) => <MoveFunds maker={maker} operation="topUpMaker" onClose={onClose} />}
      </DialogButton>
    </>
  );
}

/** The movement has an ID of its own, made when the dialog opens: sent twice it is one. */
function MoveFunds({
  maker,
  operation,
  onClose,
}: {
  readonly maker: Maker;
  readonly operation: 'topUpMaker' | 'payBackMaker';
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  const [id] = useState(newKey);
  const title = operation === 'topUpMaker' ? text.operator.makers.topUp : text.operator.makers.payBack;
  return (
    <ActForm
      operation={operation}
      path={{ id: maker.id }}
      words={{ submit: title, done: text.operator.makers.moved }}
      fields={{ id: field.fixed(id), amount: field.amount(text.fields.amount, maker.settlementCurrency), reason }}
      onClose={onClose}
    />
  );
}
