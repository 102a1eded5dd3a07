import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { SavedView } from '../../api/shapes.ts';
import { viewTexts as texts } from '../../texts/en/views.ts';
import { IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { RowAction } from '../../ui/owned-list.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { settingsQuery } from '../settings/settings-query.ts';
import { orderViews } from './change-views.ts';
import { ViewDialog } from './view-dialog.tsx';
import classes from './view-list.module.css';
import { searchOf } from './view-search.ts';
import { viewsQuery } from './views-query.ts';

const NO_VIEWS: readonly SavedView[] = [];
const DIRECTIONS = [
  { name: 'up', label: texts.moveUp, step: -1, Icon: PreviousIcon },
  { name: 'down', label: texts.moveDown, step: 1, Icon: NextIcon },
] as const;

/** The user's views in their order, which buttons or dragging change. The dialog renames and deletes them. */
export function ViewList() {
  const { data: views = NO_VIEWS, error, isSuccess } = useQuery(viewsQuery);
  const { data: startId } = useQuery({ ...settingsQuery, select: (settings) => settings.start_view_id });
  const [edited, setEdited] = useState<SavedView | null>(null);
  const [dragged, setDragged] = useState<SavedView | null>(null);
  const [moved, setMoved] = useState('');
  const list = useRef<HTMLOListElement>(null);
  // a moved element loses the focus
  const toFocus = useRef('');
  useEffect(() => {
    if (views.length > 0) document.getElementById(toFocus.current)?.focus();
    toFocus.current = '';
  }, [views]);
  const move = (view: SavedView, to: number) => {
    const others = views.filter(({ id }) => id !== view.id).map(({ id }) => id);
    reportFailure(orderViews([...others.slice(0, to), view.id, ...others.slice(to)]));
    setMoved(texts.moved(view.name, to + 1, views.length));
  };
  return (
    <>
      <ProblemText error={error} />
      {isSuccess && views.length === 0 && <EmptyState title={texts.none}>{texts.noneHint}</EmptyState>}
      {views.length > 0 && <p className={classes.hint}>{texts.hint}</p>}
      <ol ref={list} className={classes.list} aria-label={texts.title} tabIndex={-1}>
        {views.map((view, at) => (
          <li
            key={view.id}
            className={classes.row}
            draggable
            data-dragged={view.id === dragged?.id || undefined}
            onDragStart={() => setDragged(view)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged && dragged.id !== view.id) move(dragged, at);
            }}
          >
            <div className={classes.what}>
              <Link to="/" search={searchOf(view)} dir="auto" draggable={false}>
                {view.name}
              </Link>
              {view.id === startId && <span className={classes.start}>{texts.start}</span>}
            </div>
            {DIRECTIONS.map(({ name, label, step, Icon }) => {
              const to = at + step;
              return (
                <IconButton
                  key={name}
                  id={`${name}-${view.id}`}
                  aria-label={label(view.name)}
                  title={label(view.name)}
                  aria-disabled={views[to] === undefined}
                  onClick={({ currentTarget }) => {
                    toFocus.current = currentTarget.id;
                    if (views[to]) move(view, to);
                  }}
                >
                  <Icon />
                </IconButton>
              );
            })}
            <RowAction label={texts.edit} named={texts.editNamed(view.name)} onClick={() => setEdited(view)} />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
      {edited && <ViewDialog view={edited} onDeleted={() => list.current?.focus()} onClose={() => setEdited(null)} />}
    </>
  );
}
