import { Problem } from '../platform/errors.ts';

/** A moment of a library: what was linked up to `link` belongs to it, and what was read after `read` counts as unread in it. */
export interface Snapshot {
  readonly link: number;
  readonly read: number;
  /** the run that was the latest completed one; 0 when there was none */
  readonly run: number;
}

export function writeSnapshot({ link, read, run }: Snapshot): string {
  return `${link}-${read}-${run}`;
}

/** @throws Problem `invalid_snapshot` */
export function readSnapshot(text: string): Snapshot {
  const [, link, read, run] = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (link === undefined || read === undefined || run === undefined) {
    const advice = 'Send the snapshot of an earlier page unchanged, or leave it out.';
    throw new Problem('malformed', 'invalid_snapshot', advice);
  }
  return { link: Number(link), read: Number(read), run: Number(run) };
}
