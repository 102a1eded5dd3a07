import { Problem } from '../errors.ts';

/**
 * Reads ids from a query parameter, separated by commas. Repeated ids count once.
 * @throws Problem `invalid_ids_param`
 */
export function readIds(text: string, { of, max = Number.POSITIVE_INFINITY }: { of: string; max?: number }): number[] {
  const parts = text.split(',').map((part) => part.trim());
  const ids = parts.map(Number);
  if (!parts.every((part) => /^\d{1,15}$/.test(part)) || !ids.every((id) => id > 0))
    throw invalid(
      `ids is not a valid list. Give the ids of ${of}, separated by commas.`,
      'must be whole numbers separated by commas',
    );
  if (ids.length > max) throw invalid(`ids has more than ${max} ids. Send fewer.`, `must have at most ${max} ids`);
  return [...new Set(ids)];
}

function invalid(message: string, detail: string): Problem {
  return new Problem('malformed', 'invalid_ids_param', message, [{ path: 'ids', message: detail }]);
}
