import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Of the text that a key is made from. */
export const SHORTEST_KEY_TEXT = 32;

const CIPHER = 'aes-256-gcm';
/** Version, key id, nonce, tag; the ciphertext follows. */
const VERSION = 1;
const KEY_ID_AT = 1;
const NONCE_AT = 5;
const TAG_AT = 17;
const TEXT_AT = 33;

/**
 * Seals texts that must not lie in the database, or in a backup of it, as they are. Seals with one key; opens what it or an earlier one
 * sealed, so that keys can be changed while the service runs.
 */
export class Secrets {
  readonly #key: Key;
  readonly #keys: readonly Key[];

  /**
   * @param keyText random, `SHORTEST_KEY_TEXT` characters at least
   * @param otherKeyTexts of the keys that only open
   */
  constructor(keyText: string, otherKeyTexts: readonly string[] = []) {
    this.#key = new Key(keyText);
    this.#keys = [this.#key, ...otherKeyTexts.map((text) => new Key(text))];
  }

  /** `context` names the one place where the text belongs: moved to another, it does not open. */
  encrypt(text: string, context: string): Buffer {
    return this.#key.seal(text, context);
  }

  /** Null when it was sealed with a key that is not here or for another place, or is not as it was made. */
  decrypt(sealed: Uint8Array, context: string): string | null {
    const bytes = Buffer.from(sealed);
    for (const key of this.#keys) {
      const text = key.open(bytes, context);
      if (text !== null) return text;
    }
    return null;
  }

  /** Whether it opens with the key that seals, not with an earlier one alone. */
  isUpToDate(sealed: Uint8Array, context: string): boolean {
    return this.#key.open(Buffer.from(sealed), context) !== null;
  }
}

class Key {
  readonly #key: Buffer;
  readonly #id: Buffer;

  constructor(keyText: string) {
    if (keyText.length < SHORTEST_KEY_TEXT) throw new RangeError('the text of a key is too short');
    this.#key = derive(keyText, 'lectern secrets', 32);
    this.#id = derive(keyText, 'lectern secrets key id', NONCE_AT - KEY_ID_AT);
  }

  seal(text: string, context: string): Buffer {
    const nonce = randomBytes(TAG_AT - NONCE_AT);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), this.#id, nonce, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Buffer, context: string): string | null {
    const isOurs = sealed[0] === VERSION && sealed.subarray(KEY_ID_AT, NONCE_AT).equals(this.#id);
    if (!isOurs || sealed.length < TEXT_AT) return null;
    const decipher = createDecipheriv(CIPHER, this.#key, sealed.subarray(NONCE_AT, TAG_AT), {
      authTagLength: TEXT_AT - TAG_AT,
    });
    decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(TAG_AT, TEXT_AT));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(TEXT_AT)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}

/** HKDF (RFC 5869): `purpose` keeps what is made for one use apart from the rest. */
function derive(keyText: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', keyText, '', purpose, bytes));
}
