import { randomBytes } from 'node:crypto';

/** A secret that is found again wherever it turns up: also a part of it, or written in another alphabet. */
export interface Mark {
  readonly name: string;
  readonly value: string;
}

/** A secret of a test. Its last letters, which a mask may show, are not looked for. */
export function makeMark(name: string): Mark {
  return { name, value: `${randomBytes(12).toString('hex')}-${name}-wxyz` };
}

const CORE = 16;

/** Names of the marks that stand in a text, as they are or encoded; `where` is said of each. */
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
