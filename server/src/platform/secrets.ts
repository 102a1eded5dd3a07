import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { OperatorError } from './errors.ts';

/** The minimum length of the text that a key is derived from. */
export const MIN_KEY_TEXT_LENGTH = 32;

const CIPHER = 'aes-256-gcm';
/** The offsets of version, key id, nonce and tag. The ciphertext follows. */
const VERSION = 1;
const KEY_ID_AT = 1;
const NONCE_AT = 5;
const TAG_AT = 17;
const TEXT_AT = 33;

/** 128 bits of an HMAC, which nobody can guess and which keep a signed link short. */
export const SIGNATURE_BYTES = 16;

/**
 * Encrypts texts that must not be readable in the database or in its backups. It encrypts with one key and decrypts
 * with that or earlier ones, so that keys can be changed while the service runs. It also signs, for links that are used
 * without a session.
 */
export class Secrets {
  readonly #key: Key;
  readonly #keys: readonly Key[];

  /**
   * @param keyText random, `MIN_KEY_TEXT_LENGTH` characters at least
   * @param otherKeyTexts of the keys that only decrypt
   */
  constructor(keyText: string, otherKeyTexts: readonly string[] = []) {
    this.#key = new Key(keyText);
    this.#keys = [this.#key, ...otherKeyTexts.map((text) => new Key(text))];
  }

  /** `context` names the place where the text is stored. A text that was moved to another place cannot be decrypted. */
  encrypt(text: string, context: string): Buffer {
    return this.#key.seal(text, context);
  }

  /** Returns null if the key is missing, the context differs, or the ciphertext was changed. */
  decrypt(encrypted: Uint8Array, context: string): string | null {
    const bytes = Buffer.from(encrypted);
    for (const key of this.#keys) {
      const text = key.open(bytes, context);
      if (text !== null) return text;
    }
    return null;
  }

  /** Signs a text. `context` names what the signature is for. A signature for something else is not valid. */
  sign(text: string, context: string): Buffer {
    return this.#key.sign(text, context);
  }

  /** Whether a text was signed for this context, with the current key or an earlier one. */
  isSigned(text: string, context: string, signature: Uint8Array): boolean {
    return this.#keys.some((key) => {
      const expected = key.sign(text, context);
      return signature.length === expected.length && timingSafeEqual(expected, signature);
    });
  }

  /** Whether it was encrypted with the current key and not with an earlier one. */
  isUpToDate(encrypted: Uint8Array, context: string): boolean {
    return this.#key.open(Buffer.from(encrypted), context) !== null;
  }
}

class Key {
  readonly #key: Buffer;
  readonly #id: Buffer;
  readonly #signingKey: Buffer;

  constructor(keyText: string) {
    if (keyText.length < MIN_KEY_TEXT_LENGTH) throw new RangeError('the text of a key is too short');
    this.#key = derive(keyText, 'lectern secrets', 32);
    this.#id = derive(keyText, 'lectern secrets key id', NONCE_AT - KEY_ID_AT);
    this.#signingKey = derive(keyText, 'lectern signatures', 32);
  }

  sign(text: string, context: string): Buffer {
    // a length in front, so that no context and text look like another pair
    const hmac = createHmac('sha256', this.#signingKey).update(`${Buffer.byteLength(context)}:${context}${text}`);
    return hmac.digest().subarray(0, SIGNATURE_BYTES);
  }

  seal(text: string, context: string): Buffer {
    const nonce = randomBytes(TAG_AT - NONCE_AT);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(context));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), this.#id, nonce, cipher.getAuthTag(), encrypted]);
  }

  open(encrypted: Buffer, context: string): string | null {
    const isOurs = encrypted[0] === VERSION && encrypted.subarray(KEY_ID_AT, NONCE_AT).equals(this.#id);
    if (!isOurs || encrypted.length < TEXT_AT) return null;
    const decipher = createDecipheriv(CIPHER, this.#key, encrypted.subarray(NONCE_AT, TAG_AT), {
      authTagLength: TEXT_AT - TAG_AT,
    });
    decipher.setAAD(Buffer.from(context)).setAuthTag(encrypted.subarray(TAG_AT, TEXT_AT));
    try {
      return Buffer.concat([decipher.update(encrypted.subarray(TEXT_AT)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}

/** HKDF (RFC 5869). Different values of `purpose` give independent keys. */
function derive(keyText: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', keyText, '', purpose, bytes));
}

/** An encrypted text of a user, and how another ciphertext is saved in its place. */
export interface StoredSecret {
  readonly userId: number;
  readonly context: string;
  readonly encrypted: Buffer;
  save(encrypted: Buffer): Promise<void>;
}

export interface ReencryptedSecrets {
  readonly reencrypted: number;
  /** encrypted with the new key already */
  readonly upToDate: number;
  /** encrypted with a key that is not given; they stay as they are */
  readonly unreadable: number;
}

const BATCH_SIZE = 500;
const MAX_LISTED_USERS = 20;

/** All rows of a table, read in batches: `list` returns those after an id, in the order of their ids. */
export async function* inBatches<Row>(
  list: (batch: { after: number; limit: number }) => Promise<Row[]>,
  idOf: (row: Row) => number,
): AsyncGenerator<Row> {
  let after = 0;
  for (;;) {
    const rows = await list({ after, limit: BATCH_SIZE });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_SIZE) return;
    after = idOf(last);
  }
}

/**
 * Encrypts stored secrets with the current key. It skips those that are up to date, so it can be repeated at any time.
 * @throws OperatorError if one cannot be decrypted, unless `leaveUnreadable` is set
 */
export async function reencrypt(
  stored: AsyncIterable<StoredSecret>,
  secrets: Secrets,
  { leaveUnreadable }: { leaveUnreadable: boolean },
): Promise<ReencryptedSecrets> {
  const count = { reencrypted: 0, upToDate: 0, unreadable: 0 };
  const unreadableOf = new Set<number>();
  for await (const { userId, context, encrypted, save } of stored) {
    const text = secrets.decrypt(encrypted, context);
    if (text === null) {
      unreadableOf.add(userId);
      count.unreadable += 1;
    } else if (secrets.isUpToDate(encrypted, context)) {
      count.upToDate += 1;
    } else {
      await save(secrets.encrypt(text, context));
      count.reencrypted += 1;
    }
  }
  if (unreadableOf.size > 0 && !leaveUnreadable) throw unreadableSecrets(count.unreadable, [...unreadableOf]);
  return count;
}

function unreadableSecrets(count: number, users: readonly number[]): OperatorError {
  const more = users.length > MAX_LISTED_USERS ? ' and others' : '';
  return new OperatorError(
    `${count} of the users' secrets cannot be decrypted with the given keys (users ${users.slice(0, MAX_LISTED_USERS).join(', ')}${more}). Nothing was changed. Add the key that they were encrypted with, or leave them with --leave-unreadable. Then these users must enter their API keys and the addresses of their channels again.`,
  );
}
