import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTemplateFile } from '../../../domain/messages/template-file.ts';
import type { NewTemplate } from '../../../domain/messages/template-record.ts';
import { projectFolder } from '../../installation/project-folder.ts';

/** Those that come with the service. */
export async function readStarterTemplates(): Promise<readonly NewTemplate[]> {
  return readTemplateFile(await readFile(join(projectFolder(), 'catalogue', 'message-templates.json'), 'utf8'));
}
