import { useQuery } from '@tanstack/react-query';
import type { PublicationPage } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { PersonHead } from '../scholars/person-head.tsx';
import { viewsQuery } from '../views/views-query.ts';
import { isToday, type ListSearch } from './list-search.ts';
import { NowPublished } from './now-published.tsx';
import classes from './today.module.css';
import { TodayHead } from './today-head.tsx';

/** What the list is, and how long. */
export function ListHead({ search, head }: { search: ListSearch; head: PublicationPage | undefined }) {
  const { data: name } = useQuery({
    ...viewsQuery,
    select: (views) => views.find(({ id }) => id === search.saved)?.name,
  });
  if (isToday(search) && name === undefined)
    return (
      <>
        <TodayHead isEmpty={head?.total_count === 0} />
        <NowPublished />
      </>
    );
  if (search.scholar !== undefined && name === undefined) return <PersonHead id={search.scholar} search={search} />;
  return (
    <>
      <h1 className={classes.title}>
        <bdi>{name ?? (search.view === 'favorites' ? texts.nav.favorites : texts.publications.title)}</bdi>
      </h1>
      <p className={classes.summary}>{head && texts.publications.total(head.total_count)}</p>
    </>
  );
}
