import { texts } from '../../texts/en.ts';
import { findMatches } from './find-matches.ts';
import { findTrackedAuthors, shortenAuthors } from './find-tracked-authors.ts';
import classes from './publication-row.module.css';

/** A text with search matches highlighted. */
export function Matched({ text, search }: { text: string; search: string }) {
  if (search === '') return text;
  let at = 0;
  return findMatches(text, search).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}

interface AuthorsProps {
  readonly authorText: string | null;
  readonly names: readonly string[];
  readonly search: string;
}

/**
 * The authors with the user's scholars highlighted, including scholars whom the source's text leaves out. A long list
 * is shortened.
 */
export function Authors({ authorText, names, search }: AuthorsProps) {
  const { authors, missing } = findTrackedAuthors(authorText ?? '', names);
  const shown = shortenAuthors(authors, (text) => findMatches(text, search).some(({ isMatch }) => isMatch));
  let at = 0;
  return (
    <span dir="auto">
      {shown.map((part, index) => {
        const key = at;
        at += 'text' in part ? part.text.length + 1 : 1;
        return (
          <span key={key}>
            {index > 0 && ', '}
            {'text' in part ? (
              <span className={part.isTracked ? classes.tracked : undefined}>
                <Matched text={part.text} search={search} />
              </span>
            ) : (
              texts.publications.moreAuthors(part.leftOut)
            )}
          </span>
        );
      })}
      {missing.map((name, index) => (
        <span key={name}>
          {(authors.length > 0 || index > 0) && ' · '}
          <span className={classes.tracked}>{name}</span>
        </span>
      ))}
    </span>
  );
}
