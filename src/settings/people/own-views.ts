import { type SavedView, viewsMax } from '../../domain/people/saved-view.ts';
import { AppError } from '../../errors/app-error.ts';
import { savedViews } from '../../storage/settings/people/views.ts';
import { takeId } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct } from '../setting-act.ts';

interface NewView extends Pick<SavedView, 'userId' | 'page' | 'name' | 'query'> {}

/** Keeps a view of one's own. One of the same page and name is replaced. */
export const saveView = settingAct({
  name: 'save-view',
  load: async (tx, { userId, page, name }: NewView) => ({
    knownId: (await savedViews.findOne(tx.client, { userId, page, name }))?.id ?? null,
    count: await savedViews.count(tx.client, { userId }),
    newId: await takeId(tx, 'saved_views'),
  }),
  decide(input, { knownId, count, newId }, { actor, at }) {
    if (actor.userId !== input.userId) throw new AppError('not_found');
    if (knownId === null && count >= viewsMax) throw new AppError('too_many_views', { limit: viewsMax });
    const view: SavedView = { ...input, id: knownId ?? newId, createdAt: at };
    const details = { page: view.page, name: view.name };
    return changed(view, view, { subjectKind: 'view', subjectId: view.id, details });
  },
  store: (tx, view) => savedViews.put(tx, ['id'], view),
});

/** Forgets a view of one's own; another person's does not exist. */
export const removeView = settingAct({
  name: 'remove-view',
  load: (tx, { viewId }: { readonly viewId: number }) => savedViews.lock(tx, { id: viewId }),
  decide({ viewId }, view, { actor }) {
    if (view === null || view.userId !== actor.userId) throw new AppError('not_found');
    const details = { page: view.page, name: view.name };
    return changed(undefined, viewId, { subjectKind: 'view', subjectId: viewId, details });
  },
  store: (tx, id) => savedViews.delete(tx, { id }),
});
