import { useQuery } from '@tanstack/react-query';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import { CoAuthors } from './co-authors.tsx';
import { coAuthorsQuery } from './co-authors-query.ts';
import { describeCrawl, labelOf } from './describe-profile.ts';
import classes from './person-aside.module.css';
import { profilesQuery } from './profiles-query.ts';

/** Beside the list of a scholar until a paper is open: with whom they write, and where they are read. */
export function PersonAside({ id }: { id: number }) {
  const { data: profiles = [], isPending, error } = useQuery(profilesQuery(id));
  const coAuthors = useQuery(coAuthorsQuery(id));
  const now = useNow();
  // all at once, so that nothing moves
  if (isPending || coAuthors.isPending) return null;
  return (
    <div className={classes.aside}>
      <CoAuthors scholarId={id} />
      <section aria-labelledby="read-at">
        <h2 id="read-at">{scholarsTexts.profiles.title}</h2>
        <ProblemText error={error} />
        <ul className={classes.profiles}>
          {profiles
            .filter(({ state }) => state === 'confirmed')
            .map((profile) => (
              <li key={labelOf(profile)}>
                <a href={profile.url} target="_blank" rel="noreferrer">
                  {labelOf(profile)}
                </a>{' '}
                {describeCrawl(profile, now)}
              </li>
            ))}
        </ul>
      </section>
    </div>
  );
}
