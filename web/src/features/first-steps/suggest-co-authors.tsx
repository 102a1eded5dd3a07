import { type UseQueryResult, useMutation, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CoAuthor } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { Button } from '../../ui/button.tsx';
import { focusPage, focusShown } from '../../ui/focus-page.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { trackScholar } from '../scholars/change-scholars.ts';
import { coAuthorsQuery } from '../scholars/co-authors-query.ts';
import classes from './first-steps.module.css';
import { rankCoAuthors } from './rank-co-authors.ts';

const texts = scholarsTexts.coAuthors;
const STORED = 'lectern.co-authors';
const SHOWN = 4;
/** Authors have ids once their publications are found at OpenAlex, some time after the import. */
const WHILE_EMPTY_MS = 20_000;

/** The most frequent co-authors of the scholars that the user does not track, each with a button that tracks them. */
export function SuggestCoAuthors({ scholarIds }: { scholarIds: readonly number[] }) {
  const [isDeclined, setDeclined] = useState(() => localStorage.getItem(STORED) === 'declined');
  const [tracked, setTracked] = useState<readonly string[]>([]);
  const coAuthors = useQueries({
    queries: isDeclined ? [] : scholarIds.map(queryOf),
    combine: rankResults,
  });
  // those tracked here stay, so that the others do not move
  const shown = coAuthors.filter(({ id, scholar_profile_id: scholar }) => scholar === null || tracked.includes(id));
  if (isDeclined || shown.length === 0) return null;
  const decline = () => {
    localStorage.setItem(STORED, 'declined');
    setDeclined(true);
    // the pressed button is gone
    focusPage();
  };
  return (
    <section className={classes.suggested} aria-labelledby="suggested-co-authors">
      <div className={classes.head}>
        <h2 id="suggested-co-authors">{texts.suggested}</h2>
        <Button isSmall onClick={decline}>
          {texts.notNow}
        </Button>
      </div>
      <ul className={classes.list}>
        {shown.slice(0, SHOWN).map((coAuthor) => (
          <Suggestion
            key={coAuthor.id}
            coAuthor={coAuthor}
            onTracked={() => setTracked((before) => [...before, coAuthor.id])}
          />
        ))}
      </ul>
    </section>
  );
}

const queryOf = (scholarId: number) => ({
  ...coAuthorsQuery(scholarId),
  refetchInterval: ({ state }: { state: { data: CoAuthor[] | undefined } }) =>
    state.data?.length === 0 ? WHILE_EMPTY_MS : (false as const),
});

function rankResults(results: readonly UseQueryResult<CoAuthor[]>[]): CoAuthor[] {
  return rankCoAuthors(results.map(({ data }) => data ?? []));
}

function Suggestion({ coAuthor, onTracked }: { coAuthor: CoAuthor; onTracked: () => void }) {
  const { id, name, publication_count: count, scholar_profile_id: scholar } = coAuthor;
  // before the lists are refreshed, in which the co-author is tracked
  const track = useMutation({ mutationFn: () => trackScholar(id), onMutate: onTracked });
  return (
    <li>
      <a className={classes.name} href={`https://openalex.org/${id}`} target="_blank" rel="noreferrer" dir="auto">
        {name}
      </a>
      <span className={classes.count}>{texts.together(count)}</span>
      {scholar === null ? (
        <Button
          isSmall
          aria-label={texts.trackNamed(name)}
          aria-disabled={track.isPending}
          onClick={() => {
            if (!track.isPending) track.mutate();
          }}
        >
          {texts.track}
        </Button>
      ) : (
        <Link
          to="/"
          search={{ scholar }}
          className={classes.name}
          aria-label={texts.trackedNamed(name)}
          // the pressed button is gone
          ref={focusShown}
        >
          {texts.tracked}
        </Link>
      )}
      {track.error && (
        <div className={classes.wide}>
          <ProblemText error={track.error} />
        </div>
      )}
    </li>
  );
}
