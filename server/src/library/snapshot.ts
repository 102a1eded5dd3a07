import { Problem } from '../platform/errors.ts';

/** A moment of a library. It includes entries up to the number `entry`, and `keep_read` keeps what was marked as read after `read`. */
export interface Snapshot {
  readonly entry: number;
  readonly read: number;
  /** the latest completed run; 0 if there was none */
  readonly run: number;
  /** the basis of a list in reading order; absent in other lists */
  readonly basis?: number;
}

/** Encodes a snapshot as one opaque word. */
export function writeSnapshot({ entry, read, run, basis }: Snapshot): string {
  return [entry, read, run, ...(basis === undefined ? [] : [basis])].join('-');
}

/** Decodes a snapshot. @throws Problem `invalid_snapshot` */
export function readSnapshot(text: string): Snapshot {
  const [, entry, read, run, basis] = /^(\d{1,15})-(\d{1,15})-(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  if (entry === undefined || read === undefined || run === undefined) {
    const advice = 'snapshot is not valid. Send the snapshot of an earlier page unchanged, or omit it.';
    throw new Problem('malformed', 'invalid_snapshot', advice);
  }
  const moment = { entry: Number(entry), read: Number(read), run: Number(run) };
  return basis === undefined ? moment : { ...moment, basis: Number(basis) };
}
