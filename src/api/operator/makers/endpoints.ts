import type { OperatorEndpoint } from '../endpoint.ts';
import { acceptRequisites } from './accept-requisites.ts';
import { changeMaker } from './change-maker.ts';
import { changeRequisite } from './change-requisite.ts';
import { createMaker } from './create-maker.ts';
import { createRequisite } from './create-requisite.ts';
import { getMaker } from './get-maker.ts';
import { importRequisites } from './import-requisites.ts';
import { listAllocationMisses } from './list-allocation-misses.ts';
import { listMakers } from './list-makers.ts';
import { listRequisites } from './list-requisites.ts';
import { pauseRequisite } from './pause-requisite.ts';
import { payBackMaker } from './pay-back-maker.ts';
import { resumeRequisite } from './resume-requisite.ts';
import { setRewards } from './set-rewards.ts';
import { switchMaker } from './switch-maker.ts';
import { topUpMaker } from './top-up-maker.ts';

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
