import { Problem } from '../platform/errors.ts';

/**
 * Identifies one mark-all-read by its read number, which is unique in the library. The token is not a secret: with an
 * invented token, a user can only mark their own publications as unread, which they are allowed to do anyway.
 */
export interface UndoToken {
  readonly userId: number;
  readonly readNumber: number;
  /** by the database's clock, in milliseconds */
  readonly issuedAtMs: number;
}

/** Encodes an undo token as one opaque word. */
export function writeUndoToken({ userId, readNumber, issuedAtMs }: UndoToken): string {
  return `${userId}-${readNumber}-${issuedAtMs}`;
}

/** Decodes an undo token. @throws Problem `invalid_undo_token` */
export function readUndoToken(text: string): UndoToken {
  const [, userId, readNumber, issuedAtMs] = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (userId === undefined || readNumber === undefined || issuedAtMs === undefined)
    throw new Problem(
      'malformed',
      'invalid_undo_token',
      'undo_token is not valid. Send the undo_token of mark-all-read unchanged.',
    );
  return { userId: Number(userId), readNumber: Number(readNumber), issuedAtMs: Number(issuedAtMs) };
}
