import { Problem } from '../platform/errors.ts';

/**
 * Names what one statement marked as read, by its read number, which no other statement of the library gives. The token is not a secret: a user who makes one
 * up can only mark publications of their own as unread, which they may do anyway.
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
