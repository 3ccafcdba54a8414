import type { OperatorEndpoint } from '../endpoint.ts';
import { addMessageTemplate } from './add-template.ts';
import { changeMessageTemplate } from './change-template.ts';
import { listMessageTemplates } from './list-templates.ts';
import { loadMessageTemplates } from './load-templates.ts';
import { previewMessageTemplate } from './preview-template.ts';
import { readMessageTemplate } from './read-template.ts';
import { switchMessageTemplates } from './switch-templates.ts';

/** What banks' messages about money that came in look like. */
export const templateEndpoints: readonly OperatorEndpoint[] = [
  listMessageTemplates,
  loadMessageTemplates,
  switchMessageTemplates,
  previewMessageTemplate,
  addMessageTemplate,
  readMessageTemplate,
  changeMessageTemplate,
];
