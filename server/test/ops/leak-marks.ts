import { randomBytes } from 'node:crypto';

/** A mark that is found in any text, even in part or encoded. */
export interface Mark {
  readonly name: string;
  readonly value: string;
}

/** A secret of a test. The search ignores its last letters, because a mask may show them. */
export function makeMark(name: string): Mark {
  return { name, value: `${randomBytes(12).toString('hex')}-${name}-wxyz` };
}

const CORE = 16;

/** Names of the marks that a text contains, plain or encoded. Each is prefixed with `where`. */
export function findMarks(marks: readonly Mark[], where: string, text: string): string[] {
  return marks.flatMap(({ name, value }) => {
    const core = value.slice(0, CORE);
    const bytes = Buffer.from(core);
    const forms = { plain: core, hex: bytes.toString('hex'), base64: bytes.toString('base64').slice(0, 20) };
    return Object.entries(forms).flatMap(([form, found]) => {
      const at = text.indexOf(found);
      if (at < 0) return [];
      return [`${name} (${form}) in ${where}: …${text.slice(Math.max(0, at - 80), at)}<here>`];
    });
  });
}
