import type { OperatorEndpoint } from '../endpoint.ts';
import { previewMessageTemplate } from './preview-template.ts';
import {
  addMessageTemplate,
  changeMessageTemplate,
  listMessageTemplates,
  loadMessageTemplates,
  readMessageTemplate,
  switchMessageTemplates,
} from './templates.ts';

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
