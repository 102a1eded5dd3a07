import { Button, Text } from '@mantine/core';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import type { RepairJob } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Section } from '../admin/section.tsx';
import { JobList } from './job-list.tsx';
import { jobsQuery, mayHaveMore, REPAIR_KEY } from './jobs-query.ts';

const { jobs: said } = repairTexts;

interface Props {
  /** all that the service tells of, not only the latest */
  readonly isAll: boolean;
  readonly which?: (job: RepairJob) => boolean;
  onAll(): void;
}

/** The repairs of before, and what can be taken back of them. */
export function JobsSection({ isAll, which = () => true, onAll }: Props) {
  const isRepairing = useIsMutating({ mutationKey: REPAIR_KEY }) > 0;
  const { data: all, error } = useQuery(jobsQuery(isAll, isRepairing));
  const jobs = all?.filter(which);
  return (
    <Section title={said.title} hint={said.hint}>
      <ProblemText error={error} />
      {jobs?.length === 0 && <Text size="sm">{said.empty}</Text>}
      {all && jobs && <JobList jobs={jobs} all={all} />}
      {all && mayHaveMore(all, isAll) && (
        <Button variant="subtle" size="xs" mt="sm" onClick={onAll}>
          {said.more}
        </Button>
      )}
    </Section>
  );
}
