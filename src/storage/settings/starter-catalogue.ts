import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReferenceData } from '../../domain/reference-data.ts';
import { readReferenceData } from '../../domain/reference-file.ts';
import { projectFolder } from '../project-folder.ts';

/** The set that comes with the service. */
export async function readStarterCatalogue(): Promise<ReferenceData> {
  return readReferenceData(await readFile(join(projectFolder(), 'catalogue', 'starter.json'), 'utf8'));
}
