import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { duplicateTexts as texts } from '../../texts/en/duplicates.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { Section } from '../admin/section.tsx';
import { numberOf } from '../repairs/describe-job.ts';
import { REPAIR_KEY, refreshAfterRepair } from '../repairs/jobs-query.ts';
import { ClusterList } from './cluster-list.tsx';
import { ClusterSelectionBar } from './cluster-selection-bar.tsx';
import { dismissClusters, duplicatesQuery, mergeClusters, type SearchOptions } from './duplicates-query.ts';
import { MergeOutcome } from './merge-outcome.tsx';
import { SearchForm } from './search-form.tsx';

const NONE: ReadonlySet<string> = new Set();

/** Searches for near duplicates, shows the clusters, and merges or dismisses the selected ones. */
export function DuplicatesSection({
  options,
  onOptions,
}: {
  options: SearchOptions;
  onOptions: (options: SearchOptions) => void;
}) {
  const { data: found, error, isFetching, refetch } = useQuery(duplicatesQuery(options));
  const [selected, setSelected] = useState(NONE);
  const [selectedWith, setSelectedWith] = useState(options);
  // other options find other clusters, and only clusters that were shown may be merged
  if (options.certainty !== selectedWith.certainty || options.years !== selectedWith.years) {
    setSelectedWith(options);
    setSelected(NONE);
  }
  const common = {
    mutationKey: REPAIR_KEY,
    // after an error the selection stays
    onSuccess: (_: unknown, keys: string[]) => setSelected((before) => without(before, keys)),
    onSettled: refreshAfterRepair,
  };
  const merge = useMutation({ ...common, mutationFn: (keys: string[]) => mergeClusters(options, keys) });
  const dismiss = useMutation({ ...common, mutationFn: (keys: string[]) => dismissClusters(keys) });
  const search = async () => {
    merge.reset();
    setSelected(NONE);
    await refetch();
    await refreshAfterRepair();
  };
  const clusters = found?.clusters ?? [];
  return (
    <Section title={texts.title} hint={texts.hint}>
      <SearchForm options={options} isSearching={isFetching} onChange={onOptions} onSearch={() => void search()} />
      <ProblemText error={error} />
      {merge.data && <MergeOutcome merged={merge.data} />}
      {found && (
        <Outcome isDryRun title={texts.dryRun}>
          <Text>
            {texts.found(numberOf(found.summary, 'cluster_count'), numberOf(found.summary, 'publication_count'))}
          </Text>
          {numberOf(found.summary, 'cluster_count') > numberOf(found.summary, 'shown_cluster_count') && (
            <Text>{texts.notAllShown(numberOf(found.summary, 'shown_cluster_count'))}</Text>
          )}
        </Outcome>
      )}
      {clusters.length > 0 && (
        <ClusterSelectionBar
          clusters={clusters}
          selected={selected}
          onSelect={setSelected}
          onMerge={() => merge.mutateAsync([...selected])}
          onDismiss={() => dismiss.mutateAsync([...selected])}
        />
      )}
      <ClusterList
        clusters={clusters}
        selected={selected}
        onSelect={(key, isSelected) => setSelected(isSelected ? new Set([...selected, key]) : without(selected, [key]))}
      />
    </Section>
  );
}

function without(keys: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...keys].filter((key) => !gone.includes(key)));
}
