import { Problem } from '../platform/errors.ts';

/**
 * What was marked as read by one statement: all links that have its read number, which no other statement of the library gives. So nothing has to be
 * kept. The token is no secret: whoever makes one up can mark works of their own as unread, as they may anyway.
 */
export interface UndoToken {
  readonly userId: number;
  readonly readNumber: number;
  /** by the database's clock, in milliseconds */
  readonly issuedAtMs: number;
}

export function writeUndoToken({ userId, readNumber, issuedAtMs }: UndoToken): string {
  return `${userId}-${readNumber}-${issuedAtMs}`;
}

/** @throws Problem `invalid_undo_token` */
export function readUndoToken(text: string): UndoToken {
  const [, userId, readNumber, issuedAtMs] = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (userId === undefined || readNumber === undefined || issuedAtMs === undefined)
    throw new Problem('malformed', 'invalid_undo_token', 'Send the undo_token of mark-all-read unchanged.');
  return { userId: Number(userId), readNumber: Number(readNumber), issuedAtMs: Number(issuedAtMs) };
}
