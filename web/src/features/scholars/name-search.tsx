import { useQuery } from '@tanstack/react-query';
import type { Candidate, Scholar } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { texts as common } from '../../texts/en.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Group } from '../../ui/layout.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Text } from '../../ui/text.tsx';
import { CandidateRow } from './candidate-row.tsx';
import classes from './name-search.module.css';
import { nameSearchQuery } from './name-search-query.ts';
import { SearchOutcome } from './search-outcome.tsx';

const texts = scholarsTexts.search;

interface Props {
  readonly name: string;
  readonly scholars: readonly Scholar[];
  onClose(): void;
}

/** Search results for a name. The user chooses whom to add. */
export function NameSearch({ name, scholars, onClose }: Props) {
  const { data: result, isFetching, error, refetch } = useQuery(nameSearchQuery(name));
  const retry = () => void refetch();
  return (
    <section className={classes.search} aria-labelledby="name-search" aria-busy={isFetching}>
      <div className={classes.head}>
        <h2 id="name-search">{texts.heading(name)}</h2>
        <IconButton aria-label={texts.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div role="status">
        {isFetching ? (
          <Group>
            <Spinner />
            <Text>{texts.searching}</Text>
          </Group>
        ) : (
          result && <SearchOutcome result={result} onRetry={retry} />
        )}
      </div>
      {!isFetching && error && (
        <>
          <ProblemText error={error} />
          <Button isSmall data-mt="sm" onClick={retry}>
            {common.tryAgain}
          </Button>
        </>
      )}
      {!isFetching && result && <Candidates of={result.candidates} scholars={scholars} />}
      {!isFetching && result && result.people.length > 0 && (
        <>
          <h3 data-mt="md">{texts.withoutId}</h3>
          <Candidates of={result.people} scholars={scholars} />
        </>
      )}
    </section>
  );
}

function Candidates({ of, scholars }: { of: readonly Candidate[]; scholars: readonly Scholar[] }) {
  if (of.length === 0) return null;
  return (
    <ul className={classes.list}>
      {of.map((candidate, at) => (
        // two people at OpenAlex may have the same Google Scholar id
        <CandidateRow key={`${at} ${candidate.ids[0]?.id}`} candidate={candidate} scholars={scholars} />
      ))}
    </ul>
  );
}
