import { Type } from 'typebox';
import type { BankAccount } from '../../../domain/statements/bank-line.ts';
import { AppError } from '../../../errors/app-error.ts';
import { findBankAccount } from '../../../storage/reads/statements/bank-statement-reads.ts';
import type { ApiContext } from '../../context.ts';
import { exampleRequisites } from '../../examples.ts';
import { idInPath, inQuery, type Parameter } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import type { OperatorCall } from '../endpoint.ts';
import { figure, nullable, words } from '../fields.ts';

export const BankAccountShape = Type.Object(
  {
    id: figure('Bank account ID'),
    makerId: figure('Whose it is'),
    makerName: words('Their name'),
    currency: words('Currency'),
    number: nullable(Type.String(), "As the bank's files name it; null before the first one has"),
    zone: words("Time zone of the bank's days"),
    requisites: Type.Array(
      Type.Object({ id: figure('Requisite ID'), number: words('Card, phone or account'), bank: words('Bank code') }),
      { description: 'Whose money comes to it' },
    ),
  },
  { $id: 'BankAccount' },
);
export type BankAccountShape = ShapeOf<typeof BankAccountShape>;

export function accountDTO(context: ApiContext, account: BankAccount): BankAccountShape {
  const { id, makerId, currency, number, zone, requisiteIds } = account;
  const { requisiteById, makers } = context.catalogue();
  return {
    id,
    makerId,
    makerName: makers.get(makerId)?.name ?? '',
    currency,
    number,
    zone,
    requisites: requisiteIds.map((requisiteId) => {
      const { number: place = '', bank = '' } = requisiteById.get(requisiteId) ?? {};
      return { id: requisiteId, number: place, bank };
    }),
  };
}

export const accountInPath = idInPath('Bank account ID');

export async function accountWithinReach({ context, actor }: OperatorCall, id: number): Promise<BankAccount> {
  const account = await findBankAccount(context.pool, id);
  const isReached = actor.role === 'operator' || account?.makerId === actor.makerId;
  if (account === null || !isReached) throw new AppError('not_found');
  return account;
}

/** A day of the bank: `2026-11-16`. */
export function dayQuery(description: string): Parameter<string | null> {
  return inQuery<string>({
    description,
    schema: Type.String({ format: 'date' }),
    refusals: ['wrong_type'],
    parse: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
    malformed: (field) => new AppError('wrong_type', { field, type: 'date' }),
  });
}

export const exampleBankAccount: BankAccountShape = {
  id: 1,
  makerId: 1,
  makerName: 'Desk 2',
  currency: 'RUB',
  number: '40817810000000004821',
  zone: 'Europe/Moscow',
  requisites: [{ id: 1, number: exampleRequisites.requisites, bank: 'sberbank' }],
};
