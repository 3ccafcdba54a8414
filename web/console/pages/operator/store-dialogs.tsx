import { type ReactNode, useState } from 'react';
import { newKey } from '../../api/client.ts';
import { percentText } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { AmountField, CheckField, PercentField, ReasonField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { LimitFields, useLimits } from './limit-fields.tsx';
import type { Store } from './stores.tsx';

interface StoreDialogProps {
  readonly store: Store;
  readonly onClose: () => void;
}

const minuteMs = 60_000;

/** What is charged and how long things live. Deals that run keep the figures they were started with. */
export function ChangeStore({ store, onClose }: StoreDialogProps): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  const whole = (name: string, label: string, value: number) => (
    <TextField name={name} label={label} inputMode="numeric" pattern="-?[0-9]+" defaultValue={value} required />
  );
  const percent = (name: string, label: string, bps: number) => (
    <PercentField name={name} label={label} defaultValue={percentText(bps)} required />
  );
  return (
    <ActDialog
      title={stores.change}
      operation="changeStore"
      submit={text.shell.save}
      done={stores.changed}
      read={(values) => ({ path: { id: store.id }, body: settingsOf(values) })}
      onClose={onClose}
    >
      <TextField name="name" label={text.fields.name} defaultValue={store.name} required />
      <div className="fields">
        <CheckField name="payinEnabled" label={text.trade.payin} defaultChecked={store.payinEnabled} />
        <CheckField name="payoutEnabled" label={text.trade.payout} defaultChecked={store.payoutEnabled} />
      </div>
      <Demands store={store} />
      <div className="fields">
        {percent('payinFeeBps', stores.payinFee, store.payinFeeBps)}
        <AmountField
          name="payinFeeFixed"
          label={stores.fixed}
          currency={store.settlementCurrency}
          defaultValue={store.payinFeeFixed}
        />
        {percent('payoutFeeBps', stores.payoutFee, store.payoutFeeBps)}
        <AmountField
          name="payoutFeeFixed"
          label={stores.fixed}
          currency={store.settlementCurrency}
          defaultValue={store.payoutFeeFixed}
        />
        {percent('payinSpreadBps', stores.payinSpread, store.payinSpreadBps)}
        {percent('payoutSpreadBps', stores.payoutSpread, store.payoutSpreadBps)}
        {whole('invoiceMinutes', `${stores.invoiceLifetime}, ${stores.minutes}`, store.invoiceLifetimeMs / minuteMs)}
        {whole('dealMinutes', `${stores.dealLifetime}, ${stores.minutes}`, store.dealLifetimeMs / minuteMs)}
        {whole('payoutMinutes', `${stores.payoutLifetime}, ${stores.minutes}`, store.payoutLifetimeMs / minuteMs)}
        {whole('proofMinutes', `${stores.payoutProof}, ${stores.minutes}`, store.payoutProofMs / minuteMs)}
        {whole('holdMinutes', `${stores.payoutHold}, ${stores.minutes}`, store.payoutHoldMs / minuteMs)}
        {whole('confirmMinutes', `${stores.confirmDeadline}, ${stores.minutes}`, store.confirmDeadlineMs / minuteMs)}
        {percent('rateBoundBps', stores.rateBound, store.rateBoundBps)}
        {whole('repeatMinutes', `${stores.repeatWindow}, ${stores.minutes}`, store.repeatWindowMs / minuteMs)}
        <AmountField
          name="twoApprovalsAbove"
          label={stores.twoApprovals}
          currency={store.settlementCurrency}
          defaultValue={store.twoApprovalsAbove}
        />
        <AmountField
          name="withdrawalFee"
          label={stores.withdrawalFee}
          currency={store.settlementCurrency}
          defaultValue={store.accounts[0]?.withdrawalFee.amount ?? '0'}
        />
      </div>
      <p className="muted">{stores.looserWaits}</p>
      <ReasonField />
    </ActDialog>
  );
}

/** What the store's programs have to send. */
function Demands({ store }: Pick<StoreDialogProps, 'store'>): ReactNode {
  const { stores } = useText().operator;
  const demand = (name: 'payoutsNeedInternalId' | 'needsTimestamp' | 'needsSha256') => (
    <CheckField name={name} label={stores[name]} defaultChecked={store[name]} />
  );
  return (
    <div className="fields">
      {demand('payoutsNeedInternalId')}
      {demand('needsTimestamp')}
      {demand('needsSha256')}
    </div>
  );
}

function settingsOf(values: FormValues) {
  const whole = (name: string) => values.whole(name) ?? 0;
  return {
    name: values.text('name'),
    payinEnabled: values.isChecked('payinEnabled'),
    payoutEnabled: values.isChecked('payoutEnabled'),
    payinFeeBps: values.basisPoints('payinFeeBps'),
    payinFeeFixed: values.amount('payinFeeFixed'),
    payoutFeeBps: values.basisPoints('payoutFeeBps'),
    payoutFeeFixed: values.amount('payoutFeeFixed'),
    payinSpreadBps: values.basisPoints('payinSpreadBps'),
    payoutSpreadBps: values.basisPoints('payoutSpreadBps'),
    invoiceLifetimeMs: whole('invoiceMinutes') * minuteMs,
    dealLifetimeMs: whole('dealMinutes') * minuteMs,
    payoutLifetimeMs: whole('payoutMinutes') * minuteMs,
    payoutProofMs: whole('proofMinutes') * minuteMs,
    payoutHoldMs: whole('holdMinutes') * minuteMs,
    confirmDeadlineMs: whole('confirmMinutes') * minuteMs,
    rateBoundBps: values.basisPoints('rateBoundBps'),
    repeatWindowMs: whole('repeatMinutes') * minuteMs,
    payoutsNeedInternalId: values.isChecked('payoutsNeedInternalId'),
    needsTimestamp: values.isChecked('needsTimestamp'),
    needsSha256: values.isChecked('needsSha256'),
    twoApprovalsAbove: values.amount('twoApprovalsAbove'),
    withdrawalFee: values.amount('withdrawalFee'),
    reason: values.text('reason'),
  };
}

/** All limits at once: what has no row is not allowed. */
export function ChangeLimits({ store, onClose }: StoreDialogProps): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  const { limits, setLimits, asSent } = useLimits(store.limits);
  return (
    <ActDialog
      title={stores.limits}
      operation="changeStore"
      submit={text.shell.save}
      done={stores.changed}
      read={(values) => ({ path: { id: store.id }, body: { limits: asSent(), reason: values.text('reason') } })}
      onClose={onClose}
    >
      <LimitFields limits={limits} onChange={setLimits} />
      <ReasonField />
    </ActDialog>
  );
}

/** The movement has an ID of its own, made when the dialog opens: sent twice it is one. */
export function TopUpStore({ store, onClose }: StoreDialogProps): ReactNode {
  const text = useText();
  const [id] = useState(newKey);
  return (
    <ActDialog
      title={text.operator.makers.topUp}
      operation="topUpStore"
      submit={text.operator.makers.topUp}
      done={text.operator.makers.moved}
      read={(values) => ({
        path: { id: store.id },
        body: { id, amount: values.amount('amount'), reason: values.text('reason') },
      })}
      onClose={onClose}
    >
      <AmountField name="amount" label={text.fields.amount} currency={store.settlementCurrency} required />
      <ReasonField />
    </ActDialog>
  );
}
