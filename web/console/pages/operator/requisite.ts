import type { Answer } from '../../api/client.ts';

/** A requisite as its table and its dialogs show it. */
export type Requisite = Answer<'listRequisites'>['items'][number];
