import { endpoint, everybody } from '../endpoint.ts';
import { ClockShape, clockDTO, exampleClock } from './clock-shape.ts';

export const readSandboxClock = endpoint({
  method: 'GET',
  path: '/sandbox/clock',
  operationId: 'readSandboxClock',
  summary: "Read the sandbox's clock",
  description: 'Sandbox mode only: in production this does not exist.',
  tag: 'Sandbox',
  roles: everybody,
  scope: 'read',
  isSandboxOnly: true,
  response: ClockShape,
  refusals: [],
  example: { answer: exampleClock },
  handle: async ({ context }) => clockDTO(context),
});
