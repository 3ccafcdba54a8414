import { Type } from 'typebox';
import { groupRequisites as groupAct, ungroupRequisites as ungroupAct } from '../../../settings/bank-lines.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { note, Reason, rowId } from '../fields.ts';
import { accountDTO, accountInPath, BankAccountShape, exampleBankAccount } from './account-shape.ts';

const requisitesMax = 100;

function requisiteIds(description: string) {
  return Type.Array(rowId('Requisite ID'), { minItems: 1, maxItems: requisitesMax, description });
}

const Grouping = Type.Object({
  requisiteIds: requisiteIds('Requisites whose money comes to one bank account'),
  number: note(64, "The account's number as its files write it; when absent, it stays"),
  zone: note(64, "Time zone of the bank's days, as in the IANA database; when absent, it stays"),
  reason: Reason,
});

export const groupRequisites = endpoint({
  method: 'POST',
  path: '/bank-accounts',
  operationId: 'groupRequisites',
  summary: 'Say which requisites share a bank account',
  description:
    'One file then tells of all of them. A requisite that has an account keeps it: others are added. Sets the number and the time zone, too.',
  tag: 'Bank statements',
  roles: ['operator'],
  scope: 'settings',
  body: json(Grouping),
  response: BankAccountShape,
  refusals: ['not_found', 'accounts_differ', 'invalid_time_zone'],
  example: { body: { requisiteIds: [1], zone: 'Europe/Moscow', reason: 'One account' }, answer: exampleBankAccount },
  async handle(call) {
    const { reason, ...input } = call.body;
    const account = await call.context.settings.run(groupAct, input, byOf(call, reason));
    return accountDTO(call.context, account);
  },
});

export const ungroupRequisites = endpoint({
  method: 'POST',
  path: '/bank-accounts/:id/ungroup',
  operationId: 'ungroupRequisites',
  summary: 'Take requisites off a bank account',
  description:
    'For those that do not share it after all. What its files have told stays with the account. A requisite that was taken off has no account until its next file, or until it is grouped with others. One of them stays.',
  tag: 'Bank statements',
  roles: ['operator'],
  scope: 'settings',
  params: { id: accountInPath },
  body: json(Type.Object({ requisiteIds: requisiteIds('Requisites to take off'), reason: Reason })),
  response: BankAccountShape,
  refusals: ['account_in_use', 'account_last_requisite', 'not_found'],
  example: { body: { requisiteIds: [2], reason: 'Another account' }, answer: exampleBankAccount },
  async handle(call) {
    const { params, body } = call;
    const input = { accountId: params.id, requisiteIds: body.requisiteIds };
    const account = await call.context.settings.run(ungroupAct, input, byOf(call, body.reason));
    return accountDTO(call.context, account);
  },
});
