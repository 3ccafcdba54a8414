import { archiveMutants } from './archive.ts';
import { keyMutants } from './keys.ts';
import type { Mutant } from './mutant.ts';
import { phoneMutants } from './phones.ts';
import { reachMutants } from './reach.ts';
import { serviceMutants } from './service.ts';
import { storageMutants } from './storage.ts';

/** Each stands for a kind of mistake that once went unnoticed, or would have. Add one with the test of a mended mistake. */
export const mutants: readonly Mutant[] = [
  ...reachMutants,
  ...storageMutants,
  ...serviceMutants,
  ...keyMutants,
  ...phoneMutants,
  ...archiveMutants,
];
