import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { SavedView, Scholar } from '../api/shapes.ts';
import { MAX_SEARCH_LENGTH } from '../features/publications/list-search.ts';
import { foundScholarsQuery } from '../features/scholars/scholars-query.ts';
import { searchOf } from '../features/views/view-search.ts';
import { viewsQuery } from '../features/views/views-query.ts';
import { commandTexts } from '../texts/en/commands.ts';
import { type Actions, commandOf } from '../ui/commands.ts';
import { SearchIcon } from '../ui/icons.tsx';
import { keyOf } from '../ui/listen-to-keys.ts';
import { ModalDialog, type ModalHandle } from '../ui/modal-dialog.tsx';
import classes from './command-palette.module.css';
import {
  type Entry,
  entriesOfCommands,
  entriesOfScholars,
  entriesOfViews,
  entryOfSearch,
  findEntries,
} from './palette-entries.ts';
import { PaletteList } from './palette-list.tsx';
import { useGo } from './use-go.ts';
import { usePaletteActions } from './use-palette-actions.ts';

const NO_SCHOLARS: readonly Scholar[] = [];
const NO_VIEWS: readonly SavedView[] = [];
const LIST_ID = 'palette-results';
const texts = commandTexts.palette;

interface Props {
  /** what the page could do when the palette was opened */
  readonly offered: Actions;
  onClose(): void;
}

/** Finds commands, pages, views and scholars by the beginnings of their words, and runs or shows one. */
export function CommandPalette({ offered, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const dialog = useRef<ModalHandle>(null);
  const go = useGo();
  const own = usePaletteActions();
  const q = typed.trim();
  const { data: scholars = NO_SCHOLARS } = useQuery({ ...foundScholarsQuery(q), enabled: q !== '' });
  const scholarEntries = useMemo(
    () => entriesOfScholars(scholars, (scholar) => go({ to: '/', search: { scholar } })),
    [scholars, go],
  );
  const { data: views = NO_VIEWS } = useQuery(viewsQuery);
  const viewEntries = entriesOfViews(views, (view) => go({ to: '/', search: searchOf(view) }));
  const groups = findEntries(typed, [...entriesOfCommands({ ...offered, ...own }), ...viewEntries], scholarEntries);
  const shown = q === '' ? groups : [...groups, [entryOfSearch(q, () => go({ to: '/', search: { q } }))]];
  const entries = shown.flat();
  // the number of entries may have changed
  const at = (active + entries.length) % entries.length;
  const current = entries[at];
  const choose = (entry: Entry) => {
    // the focus returns first, because some commands act on what has it
    dialog.current?.close();
    entry.run();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const key = keyOf(event.nativeEvent);
    if (key === 'ArrowDown') setActive(at + 1);
    else if (key === 'ArrowUp') setActive(at - 1);
    else if (key === 'Enter' && current) choose(current);
    else if (commandOf('palette').keys.includes(key)) dialog.current?.close();
    else return;
    event.preventDefault();
  };
  return (
    <ModalDialog label={texts.title} className={classes.palette} handle={dialog} onClose={onClose}>
      <div className={classes.search}>
        <SearchIcon />
        <input
          type="text"
          role="combobox"
          aria-label={texts.placeholder}
          aria-expanded="true"
          aria-controls={LIST_ID}
          aria-activedescendant={current && `palette-${current.id}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={texts.placeholder}
          maxLength={MAX_SEARCH_LENGTH}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
      </div>
      <PaletteList
        id={LIST_ID}
        groups={shown}
        current={current}
        onPoint={(entry) => setActive(entries.indexOf(entry))}
        onChoose={choose}
      />
      <p className={classes.count} role="status">
        {texts.count(entries.length)}
      </p>
    </ModalDialog>
  );
}
