import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import { knownSession } from '../../api/session.ts';
import type { Publication } from '../../api/shapes.ts';

export type AuthorOf = Publication['scholars'][number];

/** What a user says of publications: that they are read, that they have a tag, that they are not by a scholar, … */
export type Said = (
  | { readonly kind: 'read' | 'favorite' | 'more' | 'less' }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'notBy'; readonly scholar: AuthorOf }
) & {
  /** whether it is set or taken back */
  readonly isSet: boolean;
};

/** By how much the counts beside a list change. */
export type CountChange = Readonly<
  Partial<Record<'unread_count' | 'today_count' | 'latest_unread_count' | 'favorites_count', number>>
>;

/** A mark, as the browser's storage has it until the service has responded. */
export type Mark = Said & {
  /** begins with the time, so ids are in the order in which the marks were made */
  readonly id: string;
  readonly publicationIds: readonly number[];
  /** of the first publication, for the message about a refusal */
  readonly title: string;
  readonly counts: CountChange;
};

/** A mark in the memory of a page. */
export interface KnownMark {
  readonly mark: Mark;
  /** whether the browser's storage has had it */
  readonly isKept: boolean;
  /** hashes of the lists that were shown when this page learned of the mark */
  readonly visible: ReadonlySet<string>;
  /** when this page learned that the service has the mark, in `performance.now()`; null: the service has not responded */
  readonly confirmedAt: number | null;
}

const PREFIX = 'lectern-mark:';
const NONE: ReadonlySet<string> = new Set();
const NOTHING: readonly Mark[] = [];
/** No response takes longer. */
const MAX_RESPONSE_MS = 60_000;

/** Where the marks of the signed-in user are stored, or null for a visitor. */
export function markPrefix(): string | null {
  const userId = knownSession()?.user.id;
  return userId === undefined ? null : `${PREFIX}${userId}:`;
}

/** The marks of the signed-in user that the service may not know, in their order. */
function knownMarksQuery() {
  const prefix = markPrefix();
  return queryOptions<readonly KnownMark[]>({
    queryKey: ['marks', prefix],
    queryFn: skipToken,
    initialData: () => readStored(prefix),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function knownMarks(): readonly KnownMark[] {
  const { queryKey } = knownMarksQuery();
  return queryClient.getQueryData(queryKey) ?? setKnownMarks(readStored(markPrefix()));
}

/** Replaces the marks in memory. */
export function setKnownMarks(marks: readonly KnownMark[]): readonly KnownMark[] {
  const oldest = performance.now() - MAX_RESPONSE_MS;
  const kept = marks.filter(({ confirmedAt }) => confirmedAt === null || confirmedAt > oldest);
  queryClient.setQueryData(knownMarksQuery().queryKey, kept);
  return kept;
}

/** The marks to which the service has not responded, in their order. */
export function unconfirmedMarks(): readonly Mark[] {
  return unconfirmedOf(knownMarks());
}

export function useUnconfirmedMarks(): readonly Mark[] {
  return useQuery({ ...knownMarksQuery(), select: unconfirmedOf }).data ?? NOTHING;
}

/** The marks that the service may not have known when a response was requested (`performance.now()`). */
export function marksSince(requestedAt: number): readonly Mark[] {
  const later = knownMarks().filter(({ confirmedAt }) => confirmedAt !== null && confirmedAt >= requestedAt);
  return later.map(({ mark }) => mark);
}

function unconfirmedOf(known: readonly KnownMark[]): readonly Mark[] {
  return known.filter(({ confirmedAt }) => confirmedAt === null).map(({ mark }) => mark);
}

function readStored(prefix: string | null): KnownMark[] {
  const read = () => {
    // the service, which renders the first page, has no storage
    const keys = prefix === null ? [] : Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.sort().map((key): Mark => JSON.parse(localStorage.getItem(key) ?? ''));
  };
  return (tryStorage(read) ?? []).map((mark) => ({ mark, isKept: true, visible: NONE, confirmedAt: null }));
}

/** Keeps a mark in the browser's storage, of which the user's other pages hear. Returns whether the browser allowed it. */
export function keep(mark: Mark): boolean {
  return tryStorage(() => localStorage.setItem(keyOf(mark), JSON.stringify(mark))) !== null;
}

/** Removes a mark from the browser's storage. */
export function unkeep(mark: Mark): void {
  tryStorage(() => localStorage.removeItem(keyOf(mark)));
}

export function isStored(mark: Mark): boolean {
  return tryStorage(() => localStorage.getItem(keyOf(mark)) !== null) ?? false;
}

function keyOf({ id }: Mark): string {
  return `${markPrefix()}${id}`;
}

/** Null if the browser forbids the storage, or if it has no room. */
function tryStorage<Result>(use: () => Result): Result | null {
  try {
    return use();
  } catch {
    return null;
  }
}
