import type { DuplicateRepair } from '../../api/shapes.ts';
import { duplicateTexts as texts } from '../../texts/en/duplicates.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { Text } from '../../ui/text.tsx';
import { lengthOf, numberOf } from '../repairs/describe-job.ts';

/** What was merged, and which clusters were skipped and why. */
export function MergeOutcome({ merged: { job_id: id, summary } }: { merged: DuplicateRepair }) {
  const changed = lengthOf(summary, 'unknown_cluster_keys');
  const overlapping = lengthOf(summary, 'overlapping_cluster_keys');
  return (
    <Outcome isDryRun={false} title={texts.merged(numberOf(summary, 'merged_cluster_count'))}>
      <Text>{texts.mergedPublications(numberOf(summary, 'merged_publication_count'), id)}</Text>
      {changed > 0 && <Text>{texts.changed(changed)}</Text>}
      {overlapping > 0 && <Text>{texts.overlapping(overlapping)}</Text>}
    </Outcome>
  );
}
