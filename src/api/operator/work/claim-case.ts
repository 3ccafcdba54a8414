import { Type } from 'typebox';
import { claimCase as claimCaseAct } from '../../../settings/work-on-case.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { flag } from '../fields.ts';
import { ClaimShape, caseInPath, claimDTO, exampleClaim, findSubject } from './case-shape.ts';

export const claimCase = endpoint({
  method: 'POST',
  path: '/work/:id/claim',
  operationId: 'claimCase',
  summary: 'Claim a case',
  description:
    'The other operators see who works on it. It keeps nobody from deciding, and ends by itself after half an hour.',
  tag: 'Work queue',
  roles: ['operator'],
  scope: 'money',
  isForPeople: true,
  params: { id: caseInPath },
  body: json(Type.Object({ takeOver: Type.Optional(flag('Also when somebody else has it')) })),
  response: ClaimShape,
  refusals: ['case_claimed'],
  example: { body: {}, answer: exampleClaim },
  async handle(call) {
    const { context, params, body, signedIn } = call;
    const subject = await findSubject(context, params.id);
    const input = { ...subject, isTakenOver: body.takeOver === true };
    const claim = await context.settings.run(claimCaseAct, input, byOf(call, ''));
    context.announce(['cases o']);
    return claimDTO(claim, signedIn.user.id);
  },
});
