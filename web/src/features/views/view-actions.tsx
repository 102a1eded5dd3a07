import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedView } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { Button } from '../../ui/button.tsx';
import { useCommands } from '../../ui/command-provider.tsx';
import { CheckIcon, ViewIcon } from '../../ui/icons.tsx';
import { notify } from '../../ui/notify-problem.ts';
import { part } from '../../ui/part.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { useDensity } from '../publications/density.ts';
import { isToday, type ListSearch } from '../publications/list-search.ts';
import { changeView } from './change-views.ts';
import classes from './view-actions.module.css';
import { isChanged, searchOf, viewOf } from './view-search.ts';
import { viewsQuery } from './views-query.ts';

const ViewDialog = part(async () => (await import('./view-dialog.tsx')).ViewDialog);

/** Saves the list as a view. If a view is open: edits it, or updates it to the list. */
export function ViewActions({ search }: { search: ListSearch }) {
  const [density] = useDensity();
  const navigate = useNavigate();
  const { data: view } = useQuery({ ...viewsQuery, select: (views) => views.find(({ id }) => id === search.saved) });
  /** the edited view, or what a new one keeps */
  const [edited, setEdited] = useState<SavedView | ReturnType<typeof viewOf> | null>(null);
  const shown = viewOf(search, density);
  const edit = (one: NonNullable<typeof edited>) => ViewDialog.whenLoaded(() => setEdited(one));
  const save = () => edit(shown);
  const update = async (known: SavedView) => {
    await changeView(known.id, shown);
    notify(texts.views.updated(known.name));
  };
  const isUpdatable = view !== undefined && isChanged(view, search);
  useCommands(() => ({
    saveView: save,
    updateView: isUpdatable ? () => reportFailure(update(view)) : null,
    editView: view ? () => edit(view) : null,
  }));
  return (
    <>
      {view && !isUpdatable && (
        <Button look="quiet" isSmall aria-haspopup="dialog" onClick={() => edit(view)}>
          <ViewIcon size={16} />
          <span className={classes.label}>{texts.views.edit}</span>
        </Button>
      )}
      {isUpdatable && (
        <Button look="quiet" isSmall onClick={() => reportFailure(update(view))}>
          <CheckIcon size={16} />
          <span className={classes.label}>{texts.views.update}</span>
        </Button>
      )}
      {(isUpdatable || (!view && !isToday(search))) && (
        <Button look="quiet" isSmall aria-haspopup="dialog" onClick={save}>
          <ViewIcon size={16} />
          <span className={classes.label}>{view ? texts.views.saveOther : texts.views.save}</span>
        </Button>
      )}
      {edited && (
        <ViewDialog
          view={edited}
          onSaved={(saved) =>
            void navigate({ to: '/', search: { ...searchOf(saved), open: search.open }, replace: true })
          }
          onDeleted={() =>
            void navigate({ to: '/', search: { ...search, saved: undefined, layout: undefined }, replace: true })
          }
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
