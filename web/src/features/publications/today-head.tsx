import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { texts } from '../../texts/en.ts';
import { formatSince } from '../../ui/format.ts';
import { useCounts } from './counts-query.ts';
import classes from './today.module.css';
import { todayQuery } from './today-query.ts';
import { useUnconfirmedMarks } from './unconfirmed-marks.ts';

const { today } = texts.publications;

/** What is new, by how many scholars, and since when; or that all of it is read. */
export function TodayHead({ isEmpty }: { isEmpty: boolean }) {
  const { data } = useQuery(todayQuery);
  const counts = useCounts();
  const marked = useUnconfirmedMarks().reduce((sum, mark) => sum + (mark.counts.today_count ?? 0), 0);
  // an empty list says why by itself
  if (data === undefined || isEmpty) return <h1 className={classes.title}>{texts.nav.today}</h1>;
  const newCount = Math.max(0, data.new_count + marked);
  if (newCount === 0)
    return (
      <>
        <h1 className={classes.title}>{today.done}</h1>
        <p className={classes.summary}>
          {today.doneHint}{' '}
          {counts !== undefined && counts.favorites > 0 && (
            <Link to="/" search={{ view: 'favorites' }}>
              {today.favorites(counts.favorites)}
            </Link>
          )}
        </p>
      </>
    );
  return (
    <>
      <h1 className={classes.title}>{today.title(newCount)}</h1>
      <p className={classes.summary}>
        {data.scholars.length > 0 && today.from(data.scholars.length)}
        {data.since !== null && ` ${today.since(formatSince(data.since))}`}
        {'. '}
        {data.pdf_count > 0 && today.pdfs(data.pdf_count)}
      </p>
    </>
  );
}
