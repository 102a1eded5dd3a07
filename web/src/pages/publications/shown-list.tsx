import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, useMemo } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { isToday, type ListSearch } from '../../features/publications/list-search.ts';
import { NoPublications } from '../../features/publications/no-publications.tsx';
import { PublicationList } from '../../features/publications/publication-list.tsx';
import { texts } from '../../texts/en.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { FirstSteps } from './parts.ts';
import classes from './publications.module.css';

interface Props extends Omit<ComponentProps<typeof PublicationList>, 'search' | 'open' | 'groups' | 'address'> {
  /** differs for each filter */
  readonly name: string;
  readonly search: ListSearch;
  readonly sortBy: string | undefined;
}

/** What the headings in a list name, by its order. */
const GROUPS: Readonly<Record<string, 'days' | 'scholars'>> = { first_seen: 'days', scholar: 'scholars' };

/** The rows of the list, or why there are none. */
export function ShownList({ name, search, sortBy = 'first_seen', ...rows }: Props) {
  const { list } = rows;
  const { head, error, total, isStale } = list;
  const router = useRouter();
  const address = useMemo(
    () => addressOf(router.buildLocation({ to: '/', search: { ...search, open: undefined } }).href),
    [router, search],
  );
  return (
    <>
      <ProblemText error={error} />
      {/* a search with a mistake fails again */}
      {error && !(error instanceof ApiError && error.status === 422) && (
        <div className={classes.again}>
          <Button onClick={list.retry}>{texts.tryAgain}</Button>
        </div>
      )}
      {head === undefined ? (
        !error && <div className={classes.waiting} aria-hidden="true" />
      ) : total === 0 && !isStale ? (
        <NoPublications search={search} />
      ) : (
        <PublicationList
          key={name}
          {...rows}
          search={search.q ?? ''}
          groups={GROUPS[sortBy] ?? null}
          open={search.open}
          address={address}
        />
      )}
      {head !== undefined && (isToday(search) || total === 0) && <FirstSteps isListEmpty={total === 0} />}
    </>
  );
}

/** The address of the list up to the id of the open publication. */
function addressOf(list: string): string {
  return `${list}${list.includes('?') ? '&' : '?'}open=`;
}
