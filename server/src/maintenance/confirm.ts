import { Problem } from '../platform/errors.ts';

/** What changes or deletes the data of many is asked for in words. @throws Problem `confirmation_required` */
export function confirm(given: string | null, wanted: string): void {
  if (given === wanted) return;
  throw new Problem('malformed', 'confirmation_required', `To do this, send confirmation_text "${wanted}".`, {
    confirmation_text: wanted,
  });
}
