import { type ReactNode, useState } from 'react';
import { newKey } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { AmountField, AreaField, CheckField, ReasonField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
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
      <div className="fields">
        <CheckField
          name="payoutsNeedInternalId"
          label={stores.payoutsNeedInternalId}
          defaultChecked={store.payoutsNeedInternalId}
        />
        <CheckField name="needsTimestamp" label={stores.needsTimestamp} defaultChecked={store.needsTimestamp} />
        <CheckField name="needsSha256" label={stores.needsSha256} defaultChecked={store.needsSha256} />
      </div>
      <div className="fields">
        {whole('payinFeeBps', `${stores.payinFee}, ${stores.bps}`, store.payinFeeBps)}
        <AmountField
          name="payinFeeFixed"
          label={stores.fixed}
          currency={store.settlementCurrency}
          defaultValue={store.payinFeeFixed}
        />
        {whole('payoutFeeBps', `${stores.payoutFee}, ${stores.bps}`, store.payoutFeeBps)}
        <AmountField
          name="payoutFeeFixed"
          label={stores.fixed}
          currency={store.settlementCurrency}
          defaultValue={store.payoutFeeFixed}
        />
        {whole('payinSpreadBps', `${stores.payinSpread}, ${stores.bps}`, store.payinSpreadBps)}
        {whole('payoutSpreadBps', `${stores.payoutSpread}, ${stores.bps}`, store.payoutSpreadBps)}
        {whole('invoiceMinutes', `${stores.invoiceLifetime}, ${stores.minutes}`, store.invoiceLifetimeMs / minuteMs)}
        {whole('dealMinutes', `${stores.dealLifetime}, ${stores.minutes}`, store.dealLifetimeMs / minuteMs)}
        {whole('payoutMinutes', `${stores.payoutLifetime}, ${stores.minutes}`, store.payoutLifetimeMs / minuteMs)}
        {whole('holdMinutes', `${stores.payoutHold}, ${stores.minutes}`, store.payoutHoldMs / minuteMs)}
        {whole('confirmMinutes', `${stores.confirmDeadline}, ${stores.minutes}`, store.confirmDeadlineMs / minuteMs)}
        {whole('rateBoundBps', `${stores.rateBound}, ${stores.bps}`, store.rateBoundBps)}
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
      <ReasonField />
    </ActDialog>
  );
}

function settingsOf(values: FormValues) {
  const whole = (name: string) => values.whole(name) ?? 0;
  return {
    name: values.text('name'),
    payinEnabled: values.isChecked('payinEnabled'),
    payoutEnabled: values.isChecked('payoutEnabled'),
    payinFeeBps: whole('payinFeeBps'),
    payinFeeFixed: values.amount('payinFeeFixed'),
    payoutFeeBps: whole('payoutFeeBps'),
    payoutFeeFixed: values.amount('payoutFeeFixed'),
    payinSpreadBps: whole('payinSpreadBps'),
    payoutSpreadBps: whole('payoutSpreadBps'),
    invoiceLifetimeMs: whole('invoiceMinutes') * minuteMs,
    dealLifetimeMs: whole('dealMinutes') * minuteMs,
    payoutLifetimeMs: whole('payoutMinutes') * minuteMs,
    payoutHoldMs: whole('holdMinutes') * minuteMs,
    confirmDeadlineMs: whole('confirmMinutes') * minuteMs,
    rateBoundBps: whole('rateBoundBps'),
    repeatWindowMs: whole('repeatMinutes') * minuteMs,
    payoutsNeedInternalId: values.isChecked('payoutsNeedInternalId'),
    needsTimestamp: values.isChecked('needsTimestamp'),
    needsSha256: values.isChecked('needsSha256'),
    twoApprovalsAbove: values.amount('twoApprovalsAbove'),
    withdrawalFee: values.amount('withdrawalFee'),
    reason: values.text('reason'),
  };
}

/** All limits at once, a line each: what has no line is not allowed. */
export function ChangeLimits({ store, onClose }: StoreDialogProps): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  const lines = store.limits.map(({ type, currency, min, max }) => `${type} ${currency} ${min} ${max}`);
  return (
    <ActDialog
      title={stores.limits}
      operation="changeStore"
      submit={text.shell.save}
      done={stores.changed}
      read={(values) => ({
        path: { id: store.id },
        body: { limits: readLimits(values.text('limits')), reason: values.text('reason') },
      })}
      onClose={onClose}
    >
      <AreaField
        name="limits"
        label={stores.limits}
        hint={stores.limitsHint}
        rows={6}
        defaultValue={lines.join('\n')}
      />
      <ReasonField />
    </ActDialog>
  );
}

function readLimits(text: string) {
  return text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([type = '']) => type !== '')
    .map(([type = '', currency = '', min = '', max = '']) => ({
      type: type as 'in' | 'out',
      currency,
      min: min.replace(',', '.'),
      max: max.replace(',', '.'),
    }));
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
