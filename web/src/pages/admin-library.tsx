import { useNavigate, useSearch } from '@tanstack/react-router';
import { BackupsSection } from '../features/backups/backups-section.tsx';
import { DropSection } from '../features/library/drop-section.tsx';
import { IntegritySection } from '../features/library/integrity-section.tsx';
import { LinkRepairSection } from '../features/library/link-repair-section.tsx';
import { JobsSection } from '../features/repairs/jobs-section.tsx';

export function AdminLibraryPage() {
  const { jobs } = useSearch({ from: '/inside/admin/library' });
  const navigate = useNavigate();
  return (
    <>
      <IntegritySection />
      <BackupsSection />
      <LinkRepairSection />
      <JobsSection
        isAll={jobs === 'all'}
        onAll={() => void navigate({ to: '/admin/library', search: { jobs: 'all' }, replace: true })}
      />
      <DropSection />
    </>
  );
}
