import { serviceActor } from '../../src/domain/people/audit.ts';

/** Somebody who may do everything, with a reason. */
export const byService = { actor: serviceActor, reason: 'a test' } as const;

/** The money came as asked for. */
export const asAsked = { ...byService, amount: null, reportId: '00000000-0000-7000-8000-000000000000' } as const;
