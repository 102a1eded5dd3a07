import { useCallback } from 'react';
import type { Publication, PublicationPage } from '../../api/shapes.ts';
import { foldName, isSameName, sortTags, tagNamed } from '../tags/tags-query.ts';
import { type AuthorOf, type Mark, useUnconfirmedMarks } from './unconfirmed-marks.ts';

/** Returns a function that shows the unconfirmed marks over a page of a list. */
export function useShownPage(): (page: PublicationPage) => PublicationPage {
  const marks = useUnconfirmedMarks();
  return useCallback((page) => marks.reduce(countMark, withMarksOnAll(page, marks)), [marks]);
}

/** Returns a function that shows the unconfirmed marks over a publication. */
export function useShown(): <P extends Publication>(publication: P) => P {
  const marks = useUnconfirmedMarks();
  return useCallback((publication) => withMarks(publication, marks), [marks]);
}

/** A page with marks on its publications. Its counts stay. */
export function withMarksOnAll(page: PublicationPage, marks: readonly Mark[]): PublicationPage {
  if (marks.length === 0) return page;
  return { ...page, publications: page.publications.map((one) => withMarks(one, marks)) };
}

/** A page with its counts changed by a mark. */
export function countMark(page: PublicationPage, { counts }: Mark): PublicationPage {
  const { unread_count = 0, today_count = 0, latest_unread_count = 0, favorites_count = 0 } = counts;
  return {
    ...page,
    unread_count: Math.max(0, page.unread_count + unread_count),
    today_count: Math.max(0, page.today_count + today_count),
    latest_unread_count: Math.max(0, page.latest_unread_count + latest_unread_count),
    favorites_count: Math.max(0, page.favorites_count + favorites_count),
  };
}

/** A publication with marks, given in their order. */
export function withMarks<P extends Publication>(publication: P, marks: readonly Mark[]): P {
  const own = marks.filter(({ publicationIds }) => publicationIds.includes(publication.publication_id));
  // a later mark replaces an earlier one on the same matter
  return [...new Map(own.map((mark) => [matterOf(mark), mark])).values()].reduce(withMark, publication);
}

function matterOf(mark: Mark): string {
  if (mark.kind === 'tag') return `tag ${foldName(mark.tag)}`;
  if (mark.kind === 'notBy') return `not by ${mark.scholar.scholar_profile_id}`;
  return mark.kind === 'more' || mark.kind === 'less' ? 'interest' : mark.kind;
}

function withMark<P extends Publication>(publication: P, mark: Mark): P {
  const { kind, isSet } = mark;
  if (kind === 'read') return { ...publication, is_read: isSet };
  if (kind === 'favorite') return { ...publication, is_favorite: isSet };
  if (kind === 'tag') return { ...publication, tags: withTag(publication.tags, mark.tag, isSet) };
  if (kind === 'notBy') return { ...publication, scholars: withoutScholar(publication.scholars, mark.scholar, isSet) };
  // only details have it
  return 'interest' in publication ? { ...publication, interest: isSet ? kind : null } : publication;
}

function withTag(tags: Publication['tags'], name: string, isSet: boolean): Publication['tags'] {
  const others = tags.filter((tag) => !isSameName(tag.name, name));
  return isSet ? sortTags([...others, tagNamed(name)]) : others;
}

function withoutScholar(authors: Publication['scholars'], scholar: AuthorOf, isGone: boolean): Publication['scholars'] {
  const { scholar_profile_id: id } = scholar;
  if (isGone) return authors.filter((one) => one.scholar_profile_id !== id);
  if (authors.some((one) => one.scholar_profile_id === id)) return authors;
  // in the order of the service
  return [...authors, scholar].sort((one, other) => one.scholar_profile_id - other.scholar_profile_id);
}
