import { Type } from 'typebox';
import { AppError } from '../../../errors/app-error.ts';
import { json } from '../../endpoint.ts';
import type { ShapeOf } from '../../schemas.ts';
import { endpoint, everybody, type OperatorContext, readsOf } from '../endpoint.ts';
import { figure, flag, integer, nullable, words } from '../fields.ts';

const read = readsOf({ tag: 'Sandbox', roles: everybody });

const WorldShape = Type.Object({
  isOn: flag('Whether its people are at work'),
  pace: figure('How many times faster than life'),
  begun: figure('How many invoices it has begun'),
  inHand: figure('How many of them are under way'),
  failed: figure('How many lives ended in an error'),
  trouble: nullable(words('What went wrong'), 'What went wrong first; null: nothing'),
});
type WorldShape = ShapeOf<typeof WorldShape>;

const exampleWorld: WorldShape = { isOn: true, pace: 10, begun: 42, inHand: 7, failed: 0, trouble: null };

export const readSandboxWorld = read({
  path: '/sandbox/world',
  operationId: 'readSandboxWorld',
  summary: 'Whether the world of the sandbox runs',
  isSandboxOnly: true,
  keepsNobodyAwake: true,
  response: WorldShape,
  example: { answer: exampleWorld },
  handle: async ({ context }) => worldOf(context).state,
});

export const switchSandboxWorld = endpoint({
  method: 'POST',
  path: '/sandbox/world',
  operationId: 'switchSandboxWorld',
  summary: 'Start or stop the world of the sandbox',
  description:
    'Payers, makers and a merchant who use this sandbox over HTTP, with a shop of their own, as `quittance world start` lets them. ' +
    'It runs in the process that answers, until it is stopped or the process ends.',
  tag: 'Sandbox',
  roles: ['operator'],
  scope: 'settings',
  isSandboxOnly: true,
  body: json(
    Type.Object({
      isOn: flag('True: start it'),
      pace: Type.Optional(integer(1, 100, 'How many times faster than life')),
    }),
  ),
  response: WorldShape,
  refusals: [],
  example: { body: { isOn: true, pace: 10 }, answer: exampleWorld },
  async handle({ context, body }) {
    const world = worldOf(context);
    if (body.isOn) world.turnOn(body.pace ?? paceUsual);
    else world.turnOff();
    return world.state;
  },
});

const paceUsual = 10;

function worldOf({ sandboxWorld }: OperatorContext): NonNullable<OperatorContext['sandboxWorld']> {
  if (sandboxWorld === null) throw new AppError('not_found');
  return sandboxWorld;
}
