import { Button } from '@mantine/core';
import { texts } from '../../texts/en.ts';
import classes from './bars.module.css';
import { latestOf } from './cached-publications.ts';
import { setSelectedRead } from './marks.ts';
import type { Selected } from './use-selection.ts';

interface Props {
  readonly selected: NonNullable<Selected>;
  /** how many publications of the list are loaded */
  readonly loadedCount: number;
  onSelectAll(): void;
  onDone(): void;
}

/** The actions on the selected publications. */
export function SelectionBar({ selected, loadedCount, onSelectAll, onDone }: Props) {
  const mark = (isRead: boolean) => {
    setSelectedRead(latestOf(selected), isRead);
    onDone();
  };
  return (
    <section className={classes.selection} aria-label={texts.publications.selecting}>
      <strong>{texts.publications.selected(selected.size)}</strong>
      <Button size="xs" disabled={selected.size === 0} onClick={() => mark(true)}>
        {texts.publications.markRead}
      </Button>
      <Button size="xs" variant="default" disabled={selected.size === 0} onClick={() => mark(false)}>
        {texts.publications.markUnread}
      </Button>
      {selected.size < loadedCount && (
        <Button size="xs" variant="subtle" onClick={onSelectAll}>
          {texts.publications.selectLoaded(loadedCount)}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={onDone}>
        {texts.cancel}
      </Button>
    </section>
  );
}
