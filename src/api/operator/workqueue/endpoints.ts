import type { OperatorEndpoint } from '../endpoint.ts';
import { claimCase, commentCase, readCase, releaseCase, seeMentions } from './cases.ts';
import { changeDisputeRules, readDisputeRules } from './dispute-rules.ts';
import { changeWorkLimit } from './work-limits.ts';

/** What is done about one case of the queue, beside deciding it. */
export const workEndpoints: readonly OperatorEndpoint[] = [
  readCase,
  claimCase,
  releaseCase,
  commentCase,
  seeMentions,
  changeWorkLimit,
  readDisputeRules,
  changeDisputeRules,
];
