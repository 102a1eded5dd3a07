import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Scholar } from '../../api/shapes.ts';
import { scholarsTexts as texts } from '../../texts/en/scholars.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { focusPage } from '../../ui/focus-page.ts';
import { reportFailure } from '../../ui/undo.ts';
import { removeScholar, toggleScholar } from './change-scholars.ts';
import { describeFailure } from './describe-state.ts';
import { nameOf } from './order-scholars.ts';
import classes from './scholar-list.module.css';
import { ScholarPicture } from './scholar-picture.tsx';

/** A scholar in the list. Memoized, so that only rows whose scholar or status changed render again. */
export const ScholarRow = memo(({ scholar, state }: { scholar: Scholar; state: string }) => {
  const { id, affiliation, is_enabled: isEnabled, unread_count: unread } = scholar;
  const name = nameOf(scholar);
  const failure = describeFailure(scholar);
  return (
    <div className={classes.row} data-off={!isEnabled || undefined}>
      <ScholarPicture scholar={scholar} />
      <div className={classes.who}>
        <Link to="/" search={{ scholar: id }} className={classes.name} dir="auto">
          {name}
        </Link>
        <div className={classes.quiet} dir="auto">
          {affiliation}
        </div>
      </div>
      <div className={classes.facts}>
        <div className={classes.counts}>
          <Link to="/" search={{ scholar: id }}>
            {texts.publications(scholar.publication_count)}
          </Link>
          {unread > 0 && (
            <Link to="/" search={{ scholar: id, view: 'unread' }}>
              {texts.unread(unread)}
            </Link>
          )}
        </div>
        <div className={classes.quiet}>{state}</div>
        {failure !== null && <div className={classes.quiet}>{failure}</div>}
      </div>
      <Switch
        checked={isEnabled}
        aria-label={texts.includeInRuns(name)}
        onChange={() => reportFailure(toggleScholar(scholar))}
        className={classes.switch}
      />
      <Button
        look="quiet"
        isDanger
        isSmall
        aria-label={texts.removeNamed(name)}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget);
          reportFailure(removeScholar(scholar, texts.removed(name)));
        }}
      >
        {texts.remove}
      </Button>
    </div>
  );
});

/** Focuses the next or previous row, because the row with the focus is about to disappear. */
function focusBeside(button: HTMLElement): void {
  const row = button.closest('li');
  const name = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('a');
  if (name) name.focus();
  else focusPage();
}
