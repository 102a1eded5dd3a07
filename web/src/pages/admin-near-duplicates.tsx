import { useNavigate, useSearch } from '@tanstack/react-router';
import { DEFAULT_OPTIONS } from '../features/duplicates/duplicates-query.ts';
import { DuplicatesSection } from '../features/duplicates/duplicates-section.tsx';
import { JobsSection } from '../features/repairs/jobs-section.tsx';

const NAMES = ['publication_near_duplicates', 'undo_merges'];

export function AdminNearDuplicatesPage() {
  const { jobs, ...options } = useSearch({ from: '/inside/admin/near-duplicates' });
  const navigate = useNavigate({ from: '/admin/near-duplicates' });
  return (
    <>
      <DuplicatesSection
        options={{ ...DEFAULT_OPTIONS, ...options }}
        onOptions={({ certainty, years }) =>
          void navigate({ search: (before) => ({ ...before, certainty, years }), replace: true })
        }
      />
      <JobsSection
        isAll={jobs === 'all'}
        filter={({ job_name: name }) => NAMES.includes(name)}
        onAll={() => void navigate({ search: (before) => ({ ...before, jobs: 'all' }), replace: true })}
      />
    </>
  );
}
