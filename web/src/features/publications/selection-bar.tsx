import { tagTexts } from '../../texts/en/tags.ts';
import { texts } from '../../texts/en.ts';
import { Button } from '../../ui/button.tsx';
import { titleWithKey } from '../../ui/commands.ts';
import classes from './bars.module.css';
import { latestOf } from './cached-publications.ts';
import { setSelectedRead } from './marks.ts';
import type { Selected } from './use-selection.ts';

interface Props {
  readonly selected: NonNullable<Selected>;
  /** how many publications of the list are loaded */
  readonly loadedCount: number;
  onSelectAll(): void;
  onTag(): void;
  onExport(): void;
  onDone(): void;
}

/** The actions on the selected publications. */
export function SelectionBar({ selected, loadedCount, onSelectAll, onTag, onExport, onDone }: Props) {
  const mark = (isRead: boolean) => {
    setSelectedRead(latestOf(selected), isRead);
    onDone();
  };
  return (
    <section className={classes.selection} aria-label={texts.publications.selecting}>
      <strong>{texts.publications.selected(selected.size)}</strong>
      <Button isSmall look="primary" disabled={selected.size === 0} onClick={() => mark(true)}>
        {texts.publications.markRead}
      </Button>
      <Button isSmall disabled={selected.size === 0} onClick={() => mark(false)}>
        {texts.publications.markUnread}
      </Button>
      <Button isSmall disabled={selected.size === 0} title={titleWithKey('tag', tagTexts.edit)} onClick={onTag}>
        {tagTexts.tags}
      </Button>
      <Button isSmall aria-haspopup="dialog" disabled={selected.size === 0} onClick={onExport}>
        {texts.publications.export}
      </Button>
      {selected.size < loadedCount && (
        <Button isSmall look="quiet" onClick={onSelectAll}>
          {texts.publications.selectLoaded(loadedCount)}
        </Button>
      )}
      <Button isSmall look="quiet" onClick={onDone}>
        {texts.cancel}
      </Button>
    </section>
  );
}
