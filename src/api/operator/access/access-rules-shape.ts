import { Type } from 'typebox';
import { type AccessRules, idleMinutesMax } from '../../../domain/access-rules.ts';
import { figure, flag, integer, Reason } from '../fields.ts';

const factorOf = (whom: string) =>
  `Whether ${whom} need a second factor; without one they can do nothing but set it up`;
const idleOf = (whom: string) =>
  `After how many minutes without anything done a session of ${whom} ends; 0: after 12 hours, whatever is done`;

export const RulesShape = Type.Object({
  makersNeedFactor: flag(factorOf('makers')),
  merchantsNeedFactor: flag(factorOf('merchants')),
  operatorIdleMinutes: figure(idleOf('an operator')),
  makerIdleMinutes: figure(idleOf('a maker')),
  merchantIdleMinutes: figure(idleOf('a merchant')),
});

const minutes = (whom: string) => Type.Optional(integer(0, idleMinutesMax, idleOf(whom)));

export const RulesChange = Type.Object({
  makersNeedFactor: Type.Optional(flag(factorOf('makers'))),
  merchantsNeedFactor: Type.Optional(flag(factorOf('merchants'))),
  operatorIdleMinutes: minutes('an operator'),
  makerIdleMinutes: minutes('a maker'),
  merchantIdleMinutes: minutes('a merchant'),
  reason: Reason,
});

export const exampleRules: AccessRules = {
  makersNeedFactor: true,
  merchantsNeedFactor: false,
  operatorIdleMinutes: 30,
  makerIdleMinutes: 240,
  merchantIdleMinutes: 240,
};
