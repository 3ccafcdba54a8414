import type { Refusal } from './refusal.ts';

/** Withdrawals. */
export const withdrawalErrors = {
  amount_below_fee: {
    message: 'The amount should be greater than the withdrawal fee of {fee}.',
    advice: 'Withdraw more than the fee, or leave out `substractFeeFromAmount`.',
    ru: 'Сумма меньше комиссии.',
  },
  invalid_transaction: {
    message: 'This value is no transaction of the network: 64 hexadecimal digits.',
    advice: 'Copy the ID of the transaction from the wallet or the explorer.',
    ru: 'Это не ID транзакции: нужны 64 шестнадцатеричные цифры.',
  },
  invalid_address: {
    message: 'This value is not a well-formed {network} address.',
    advice: 'Check the address and its network; a typing mistake breaks its checksum.',
    ru: 'Неверный адрес для этой сети.',
  },
  withdrawal_not_open: {
    message: 'The withdrawal is {status}.',
    advice: 'Read the withdrawal: it has moved on.',
    ru: 'Этот вывод уже обработан.',
  },
  withdrawal_being_sent: {
    message:
      'The withdrawal is being sent by now and may be on the network. Reject it again: that needs a second person.',
    advice: 'Make sure that nothing was broadcast, then reject it again. Another operator has to agree.',
    ru: 'Вывод уже отправляют. Отклоните его ещё раз: должен согласиться второй оператор.',
  },
  transaction_used: {
    message:
      'This transaction has sent another withdrawal: {withdrawalId}. Each withdrawal has a transaction of its own.',
    advice: 'Look up the transaction of this withdrawal. If one transaction paid two of them, tell your developers.',
    ru: 'Этой транзакцией уже отправлен другой вывод.',
  },
  already_approved: {
    message: 'You have approved this already; another person has to.',
    advice: 'Ask another operator.',
    ru: 'Вы уже одобрили.',
  },
  approvals_missing: {
    message: 'The withdrawal has {given} of {needed} approvals.',
    advice: 'Wait for the approvals that are missing.',
    ru: 'Не хватает одобрений: {1} из {2}.',
  },
  withdrawals_wait: {
    message:
      "An operator has changed the merchant's secret, second factor, keys or users: its withdrawals wait until {until}.",
    advice: 'Wait until then; the merchant was told why.',
    ru: 'Оператор сменил секрет, второй фактор или ключ мерчанта либо доступ его пользователей: выводы ждут сутки.',
  },
} as const satisfies Record<string, Refusal>;
