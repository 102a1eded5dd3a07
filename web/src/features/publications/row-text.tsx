import { findMatches } from './find-matches.ts';
import { findTrackedAuthors } from './find-tracked-authors.ts';
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

/** The authors with the user's scholars highlighted, including scholars whom the source's text leaves out. */
export function Authors(props: { authorText: string | null; names: readonly string[]; search: string }) {
  const { authors, missing } = findTrackedAuthors(props.authorText ?? '', props.names);
  let at = 0;
  return (
    <span dir="auto">
      {authors.map(({ text, isTracked }, index) => {
        const key = at;
        at += text.length + 1;
        return (
          <span key={key}>
            {index > 0 && ', '}
            <span className={isTracked ? classes.tracked : undefined}>
              <Matched text={text} search={props.search} />
            </span>
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
