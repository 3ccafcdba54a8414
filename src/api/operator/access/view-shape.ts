import { Type } from 'typebox';
import type { SavedView } from '../../../domain/saved-view.ts';
import type { ShapeOf } from '../../schemas.ts';
import { figure, words } from '../fields.ts';

export const ViewShape = Type.Object({
  id: figure('ID'),
  page: words('Path of the page in the console'),
  name: words('For people'),
  query: words('Filters, order and columns: what follows the question mark'),
});

export function viewDTO({ id, page, name, query }: SavedView): ShapeOf<typeof ViewShape> {
  return { id, page, name, query };
}

export const exampleView = { id: 3, page: '/invoices', name: 'In dispute', query: 'status=dispute' };
