import { useIsMutating, useQuery } from '@tanstack/react-query';
import type { RepairJob } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { Section } from '../admin/section.tsx';
import { JobList } from './job-list.tsx';
import { jobsQuery, mayHaveMore, REPAIR_KEY } from './jobs-query.ts';

const { jobs: texts } = repairTexts;

interface Props {
  /** lists earlier repairs too */
  readonly isAll: boolean;
  readonly filter?: (job: RepairJob) => boolean;
  onAll(): void;
}

/** Earlier repairs. Merges can be undone here. */
export function JobsSection({ isAll, filter = () => true, onAll }: Props) {
  const isRepairing = useIsMutating({ mutationKey: REPAIR_KEY }) > 0;
  const { data: all, error } = useQuery(jobsQuery(isAll, isRepairing));
  const jobs = all?.filter(filter);
  return (
    <Section title={texts.title} hint={texts.hint}>
      <ProblemText error={error} />
      {jobs?.length === 0 && <Text>{texts.empty}</Text>}
      {all && jobs && <JobList jobs={jobs} all={all} />}
      {all && mayHaveMore(all, isAll) && (
        <Button look="quiet" isSmall data-mt="sm" onClick={onAll}>
          {texts.more}
        </Button>
      )}
    </Section>
  );
}
