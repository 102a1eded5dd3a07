import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { versionTexts as texts } from '../../texts/en/versions.ts';
import { PublishedIcon } from '../../ui/icons.tsx';
import classes from './now-published.module.css';
import { todayQuery } from './today-query.ts';
import { openHere, useDetail } from './use-detail.ts';

/**
 * A line for each preprint of the library that was published lately. It is no paper to read: what was read stays read,
 * and Today does not count it.
 */
export function NowPublished() {
  const { data } = useQuery({ ...todayQuery, select: ({ now_published }) => now_published });
  const { openDetail } = useDetail();
  if (data === undefined || data.count === 0) return null;
  const { count, publications } = data;
  return (
    <ul className={classes.list} aria-label={texts.nowPublished}>
      {publications.map(({ publication_id: id, title, venue }) => (
        <li key={id}>
          <PublishedIcon size={16} />
          <Link
            to="/"
            search={(before) => ({ ...before, open: id })}
            onClick={(event) => openHere(event, () => openDetail(id))}
          >
            <span className={classes.where}>{texts.nowPublishedIn(venue)}</span> <bdi>{title}</bdi>
          </Link>
        </li>
      ))}
      {count > publications.length && (
        <li>
          <Link to="/" search={{ view: 'all', q: 'is:now-published' }} className={classes.all}>
            {texts.allNowPublished(count)}
          </Link>
        </li>
      )}
    </ul>
  );
}
