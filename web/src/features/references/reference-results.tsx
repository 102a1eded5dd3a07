import { Link } from '@tanstack/react-router';
import { referenceTexts as texts } from '../../texts/en/references.ts';
import { Button } from '../../ui/button.tsx';
import { Text } from '../../ui/text.tsx';
import classes from './references.module.css';
import type { Result } from './use-references.ts';

type Preview = Result['candidates'][number];

interface Props {
  readonly results: readonly Result[];
  /** uses another reference in place of one that was not found */
  onReplace(reference: string, doi: string): void;
}

/** What became of each reference. */
export function ReferenceResults({ results, onReplace }: Props) {
  return (
    <ul className={classes.results} aria-label={texts.results}>
      {results.map(({ reference, status, publication_id, publication, candidates, tried }) => (
        <li key={reference} className={classes.result} data-status={status}>
          <p className={classes.status}>
            <span>{texts.status[status]}</span>
            <bdi className={classes.reference}>{reference}</bdi>
          </p>
          {publication && <Paper paper={publication} id={publication_id} />}
          {tried.length > 0 && publication === null && candidates.length === 0 && (
            <Text isSmall tone="quiet">
              {tried.join(' ')}
            </Text>
          )}
          {candidates.length > 0 && (
            <>
              <Text isSmall isStrong>
                {texts.maybe}
              </Text>
              <ul className={classes.candidates}>
                {candidates.map((paper) => (
                  <li key={`${paper.doi} ${paper.title}`}>
                    <Paper paper={paper} id={null} />
                    {paper.doi !== null && (
                      <Button
                        isSmall
                        aria-label={texts.takeLabel(paper.title)}
                        onClick={() => onReplace(reference, paper.doi ?? '')}
                      >
                        {texts.take}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Paper({ paper: { title, author_text, venue_text, year, doi }, id }: { paper: Preview; id: number | null }) {
  const place = [venue_text, year].filter((part) => part !== null).join(', ');
  return (
    <div>
      <p className={classes.title} dir="auto">
        {id === null ? (
          title
        ) : (
          <Link to="/" search={{ view: 'all', open: id }}>
            {title}
          </Link>
        )}
      </p>
      <p className={classes.facts} dir="auto">
        {[author_text, place, doi].filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}
