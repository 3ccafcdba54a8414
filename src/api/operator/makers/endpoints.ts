import type { OperatorEndpoint } from '../endpoint.ts';
import { listAllocationMisses } from './allocation-misses.ts';
import {
  changeMaker,
  createMaker,
  getMaker,
  listMakers,
  payBackMaker,
  setRewards,
  switchMaker,
  topUpMaker,
} from './makers.ts';
import {
  acceptRequisites,
  changeRequisite,
  createRequisite,
  importRequisites,
  listRequisites,
  pauseRequisite,
  resumeRequisite,
} from './requisites.ts';

/** Makers, and what they take payments on. */
export const makerEndpoints: readonly OperatorEndpoint[] = [
  createMaker,
  listMakers,
  getMaker,
  changeMaker,
  switchMaker,
  setRewards,
  topUpMaker,
  payBackMaker,
  createRequisite,
  acceptRequisites,
  listRequisites,
  changeRequisite,
  pauseRequisite,
  resumeRequisite,
  importRequisites,
  listAllocationMisses,
];
