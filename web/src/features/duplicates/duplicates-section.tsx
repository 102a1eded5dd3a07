import { Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { duplicateTexts as said } from '../../texts/en/duplicates.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Section } from '../admin/section.tsx';
import { numberOf } from '../repairs/describe-job.ts';
import { REPAIR_KEY, refreshAfterRepair } from '../repairs/jobs-query.ts';
import { ChoiceBar } from './choice-bar.tsx';
import { ClusterList } from './cluster-list.tsx';
import { dismissClusters, duplicatesQuery, mergeClusters, type Terms } from './duplicates-query.ts';
import { MergeOutcome } from './merge-outcome.tsx';
import { SearchForm } from './search-form.tsx';

const NONE: ReadonlySet<string> = new Set();

/** Searches, shows what was found, and merges or dismisses what of it was chosen. */
export function DuplicatesSection({ terms, onTerms }: { terms: Terms; onTerms: (terms: Terms) => void }) {
  const { data: found, error, isFetching, refetch } = useQuery(duplicatesQuery(terms));
  const [chosen, setChosen] = useState(NONE);
  const [termsOfChosen, setTermsOfChosen] = useState(terms);
  // other terms find other clusters: none is merged that nobody has seen
  if (terms.sure !== termsOfChosen.sure || terms.years !== termsOfChosen.years) {
    setTermsOfChosen(terms);
    setChosen(NONE);
  }
  const whatever = {
    mutationKey: REPAIR_KEY,
    // what was refused is asked for again as it was chosen
    onSuccess: (_: unknown, keys: string[]) => setChosen((before) => without(before, keys)),
    onSettled: refreshAfterRepair,
  };
  const merge = useMutation({ ...whatever, mutationFn: (keys: string[]) => mergeClusters(terms, keys) });
  const dismiss = useMutation({ ...whatever, mutationFn: (keys: string[]) => dismissClusters(keys) });
  const search = async () => {
    merge.reset();
    setChosen(NONE);
    await refetch();
    await refreshAfterRepair();
  };
  const clusters = found?.clusters ?? [];
  return (
    <Section title={said.title} hint={said.hint}>
      <SearchForm terms={terms} isSearching={isFetching} onChange={onTerms} onSearch={() => void search()} />
      <ProblemText error={error} />
      {merge.data && <MergeOutcome merged={merge.data} />}
      {found && (
        <Outcome isDryRun title={said.dryRun}>
          <Text size="sm">
            {said.found(numberOf(found.summary, 'cluster_count'), numberOf(found.summary, 'publication_count'))}
          </Text>
          {numberOf(found.summary, 'cluster_count') > numberOf(found.summary, 'shown_cluster_count') && (
            <Text size="sm">{said.notAllShown(numberOf(found.summary, 'shown_cluster_count'))}</Text>
          )}
        </Outcome>
      )}
      {clusters.length > 0 && (
        <ChoiceBar
          clusters={clusters}
          chosen={chosen}
          onChoose={setChosen}
          onMerge={() => merge.mutateAsync([...chosen])}
          onDismiss={() => dismiss.mutateAsync([...chosen])}
        />
      )}
      <ClusterList
        clusters={clusters}
        chosen={chosen}
        onChoose={(key, isChosen) => setChosen(isChosen ? new Set([...chosen, key]) : without(chosen, [key]))}
      />
    </Section>
  );
}

function without(keys: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...keys].filter((key) => !gone.includes(key)));
}
