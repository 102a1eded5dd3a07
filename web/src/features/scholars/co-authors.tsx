import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CoAuthor } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { trackScholar } from './change-scholars.ts';
import { coAuthorsQuery } from './co-authors-query.ts';
import classes from './scholar-page.module.css';

const texts = scholarsTexts.coAuthors;

/**
 * The authors with whom a scholar wrote most, each with a button that tracks them. Nothing until publications name
 * them.
 */
export function CoAuthors({ scholarId }: { scholarId: number }) {
  const { data: coAuthors = [], error } = useQuery(coAuthorsQuery(scholarId));
  if (coAuthors.length === 0 && !error) return null;
  return (
    <section className={classes.section} aria-labelledby="co-authors">
      <h2 id="co-authors">{texts.title}</h2>
      <ProblemText error={error} />
      <ul className={classes.profiles}>
        {coAuthors.map((coAuthor) => (
          <CoAuthorRow key={coAuthor.id} coAuthor={coAuthor} />
        ))}
      </ul>
    </section>
  );
}

function CoAuthorRow({ coAuthor }: { coAuthor: CoAuthor }) {
  const { id, name, publication_count: count, scholar_profile_id: tracked } = coAuthor;
  const track = useMutation({ mutationFn: () => trackScholar(id) });
  return (
    <li>
      <div>
        <a href={`https://openalex.org/${id}`} target="_blank" rel="noreferrer" dir="auto">
          {name}
        </a>
        <div className={classes.quiet}>{texts.together(count)}</div>
        <ProblemText error={track.error} />
      </div>
      {tracked === null ? (
        <BusyButton isSmall isBusy={track.isPending} aria-label={texts.trackNamed(name)} onClick={() => track.mutate()}>
          {texts.track}
        </BusyButton>
      ) : (
        <Link to="/" search={{ scholar: tracked }} aria-label={texts.trackedNamed(name)}>
          {texts.tracked}
        </Link>
      )}
    </li>
  );
}
