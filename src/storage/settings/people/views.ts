import { instant, int4, text } from '../../rows/codec.ts';
import { defineRecord } from '../record.ts';

export const savedViews = defineRecord({
  table: 'saved_views',
  columns: { id: int4, userId: int4, page: text, name: text, query: text, createdAt: instant },
});
