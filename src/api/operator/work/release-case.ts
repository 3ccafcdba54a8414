import { Type } from 'typebox';
import { releaseCase as releaseCaseAct } from '../../../settings/work-on-case.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { flag } from '../fields.ts';
import { caseInPath, findSubject } from './case-shape.ts';

export const releaseCase = endpoint({
  method: 'POST',
  path: '/work/:id/release',
  operationId: 'releaseCase',
  summary: 'Release a case',
  description: "Only one's own; what somebody else has stays theirs.",
  tag: 'Work queue',
  roles: ['operator'],
  scope: 'money',
  isForPeople: true,
  params: { id: caseInPath },
  response: Type.Object({ isReleased: flag('True, whoever has it now') }),
  refusals: [],
  example: { answer: { isReleased: true } },
  async handle(call) {
    const { context, params } = call;
    await context.settings.run(releaseCaseAct, await findSubject(context, params.id), byOf(call, ''));
    context.announce(['cases o']);
    return { isReleased: true };
  },
});
