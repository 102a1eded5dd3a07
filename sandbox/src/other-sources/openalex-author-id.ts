import { hashText } from '../random.ts';

/** The id of a scholar at OpenAlex. */
export function openAlexAuthorIdOf(scholarId: string): string {
  return `A${5_000_000_000 + (hashText(`openalex author ${scholarId}`) % 100_000_000)}`;
}
