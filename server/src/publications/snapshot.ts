import { Problem } from '../platform/errors.ts';

/** A moment of a library: what was linked up to `link` belongs to it, and what was read after `read` counts as unread in it. */
export interface Snapshot {
  readonly link: number;
  readonly read: number;
}

export function writeSnapshot({ link, read }: Snapshot): string {
  return `${link}-${read}`;
}

/** @throws Problem `invalid_snapshot` */
export function readSnapshot(text: string): Snapshot {
  const [, link, read] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (link === undefined || read === undefined) {
    throw new Problem('malformed', 'invalid_snapshot', 'Send the snapshot of an earlier page unchanged, or leave it out.');
  }
  return { link: Number(link), read: Number(read) };
}
