import { Problem } from '../errors.ts';

/** Of a place that is told to the caller. */
export const LONGEST_PATH = 200;

/**
 * Refuses text that PostgreSQL cannot keep as it is: the NUL character, which it does not know, and halves of surrogate pairs, which UTF-8
 * cannot say. It looks into lists and objects at any depth.
 * @throws Problem `validation_error` that names the place
 */
export function refuseBrokenText(given: unknown): void {
  const left: { value: unknown; path: string }[] = [{ value: given, path: '' }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') refuseString(value, path);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      refuseString(key, path);
      if (typeof inner !== 'string' && typeof inner !== 'object') continue;
      left.push({ value: inner, path: path ? `${path}.${key}` : key });
    }
  }
}

function refuseString(text: string, path: string): void {
  const message = text.includes('\0')
    ? 'must not contain the NUL character'
    : text.isWellFormed()
      ? null
      : 'must not contain half a surrogate pair';
  if (message === null) return;
  const place = path.slice(0, LONGEST_PATH);
  throw new Problem('invalid', 'validation_error', `The text is not as it should be: ${place || 'it'} ${message}.`, [
    { path: place, message },
  ]);
}
