import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { Button } from '../../ui/button.tsx';
import { focusPage } from '../../ui/focus-page.ts';
import { part } from '../../ui/part.tsx';
import { firstScholarsQuery, isImporting, MAX_FIRST } from '../scholars/scholars-query.ts';
import { ProposeDailyChecks } from '../settings/propose-daily-checks.tsx';
import classes from './first-steps.module.css';
import { SuggestCoAuthors } from './suggest-co-authors.tsx';

// few users have no scholars
const AddBox = part(async () => (await import('./add-box.tsx')).AddBox, 'quiet');

/**
 * What a new user does first: add scholars, turn on daily checks and track co-authors. It is below the list, so that
 * the list does not move when this appears, and it keeps the form and its text when the first publications take the
 * place of the empty state.
 */
export function FirstSteps({ isListEmpty }: { isListEmpty: boolean }) {
  const { data: scholars } = useQuery(firstScholarsQuery);
  const [isFormOpen, setFormOpen] = useState(false);
  const [imported, setImported] = useState<readonly number[] | null>(null);
  if (!isFormOpen && isListEmpty && scholars?.length === 0) setFormOpen(true);
  // the suggestions are about these scholars until the user leaves the page, so that they do not move under the pointer
  if (imported === null && scholars && isSmall(scholars.length) && !scholars.some(isImporting))
    setImported(scholars.map(({ id }) => id));
  return (
    <div className={classes.steps} data-alone={isListEmpty || undefined}>
      <ProposeDailyChecks scholarCount={scholars?.length ?? 0} />
      {imported !== null && <SuggestCoAuthors scholarIds={imported} />}
      {isFormOpen && (
        <div className={classes.add}>
          <AddBox />
          {!isListEmpty && (
            <Button
              isSmall
              onClick={() => {
                setFormOpen(false);
                // the pressed button is gone
                focusPage();
              }}
            >
              {scholarsTexts.add.hide}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function isSmall(scholarCount: number): boolean {
  return scholarCount > 0 && scholarCount <= MAX_FIRST;
}
