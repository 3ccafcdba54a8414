import type { OperatorEndpoint } from '../endpoint.ts';
import { changeWorkLimit } from './change-work-limit.ts';
import { claimCase } from './claim-case.ts';
import { commentCase } from './comment-case.ts';
import { changeDisputeRules, readDisputeRules } from './dispute-rules.ts';
import { readCase } from './read-case.ts';
import { releaseCase } from './release-case.ts';
import { seeMentions } from './see-mentions.ts';

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
