import { Button, CloseButton, Group, Loader, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Candidate, Scholar } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { texts as common } from '../../texts/en.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
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
        <Title order={2} size="h5" id="name-search">
          {texts.heading(name)}
        </Title>
        <CloseButton aria-label={texts.close} onClick={onClose} />
      </div>
      <div role="status">
        {isFetching ? (
          <Group gap="sm" wrap="nowrap">
            <Loader size="sm" />
            <Text size="sm">{texts.searching}</Text>
          </Group>
        ) : (
          result && <SearchOutcome result={result} onRetry={retry} />
        )}
      </div>
      {!isFetching && error && (
        <>
          <ProblemText error={error} />
          <Button variant="default" size="xs" mt="sm" onClick={retry}>
            {common.tryAgain}
          </Button>
        </>
      )}
      {!isFetching && result && <Candidates of={result.candidates} scholars={scholars} />}
      {!isFetching && result && result.people.length > 0 && (
        <>
          <Title order={3} size="h6" mt="md">
            {texts.withoutId}
          </Title>
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
