import { Text } from '@mantine/core';
import type { DuplicateRepair } from '../../api/shapes.ts';
import { duplicateTexts as said } from '../../texts/en/duplicates.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { lengthOf, numberOf } from '../repairs/describe-job.ts';

/** What was merged, and which clusters were not, and why. */
export function MergeOutcome({ merged: { job_id: id, summary } }: { merged: DuplicateRepair }) {
  const changed = lengthOf(summary, 'unknown_cluster_keys');
  const overlapping = lengthOf(summary, 'overlapping_cluster_keys');
  return (
    <Outcome isDryRun={false} title={said.merged(numberOf(summary, 'merged_cluster_count'))}>
      <Text size="sm">{said.mergedAway(numberOf(summary, 'merged_publication_count'), id)}</Text>
      {changed > 0 && <Text size="sm">{said.changed(changed)}</Text>}
      {overlapping > 0 && <Text size="sm">{said.overlapping(overlapping)}</Text>}
    </Outcome>
  );
}
