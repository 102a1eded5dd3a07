import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { texts } from '../../texts/en.ts';
import { initialsOf } from '../../ui/initials.ts';
import classes from './today.module.css';
import { todayQuery } from './today-query.ts';

interface Props {
  readonly id: number | null;
  readonly label: string | null;
}

/** The scholar above the first of their publications: face, name, affiliation, and how much of it is not read yet. */
export function ScholarHeading({ id, label }: Props) {
  const { data: scholar } = useQuery({
    ...todayQuery,
    select: ({ scholars }) => scholars.find(({ scholar_profile_id }) => scholar_profile_id === id),
  });
  const name = label ?? texts.publications.today.nobody;
  const picture = scholar?.profile_image_url;
  return (
    <div className={classes.group}>
      {picture ? (
        <img className={classes.face} src={picture} alt="" width={34} height={34} loading="lazy" />
      ) : (
        <span className={classes.face} aria-hidden="true">
          {initialsOf(name)}
        </span>
      )}
      <div className={classes.who}>
        <h2 className={classes.name} dir="auto">
          {id === null ? (
            name
          ) : (
            <Link to="/" search={{ scholar: id }}>
              {name}
            </Link>
          )}
        </h2>
        {scholar?.affiliation && (
          <p className={classes.place} dir="auto">
            {scholar.affiliation}
          </p>
        )}
      </div>
      {scholar && <span className={classes.count}>{texts.publications.today.ofScholar(scholar.new_count)}</span>}
    </div>
  );
}
