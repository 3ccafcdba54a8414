import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReferenceData } from '../../../domain/catalogue/reference-data.ts';
import { readReferenceData } from '../../../domain/catalogue/reference-file.ts';
import { projectFolder } from '../../installation/project-folder.ts';

/** The set that comes with the service. */
export async function readStarterCatalogue(): Promise<ReferenceData> {
  return readReferenceData(await readFile(join(projectFolder(), 'catalogue', 'starter.json'), 'utf8'));
}
