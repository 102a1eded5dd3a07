import { useQuery } from '@tanstack/react-query';
import { Section } from '../features/admin/section.tsx';
import { RejectedSection } from '../features/sources/rejected-section.tsx';
import { SourceList } from '../features/sources/source-list.tsx';
import { sourcesQuery } from '../features/sources/sources-query.ts';
import { adminTexts } from '../texts/en/admin.ts';
import { ProblemText } from '../ui/problem-text.tsx';

const { sources: texts } = adminTexts;

export function AdminSourcesPage() {
  const { data: sources, error } = useQuery(sourcesQuery);
  return (
    <>
      <Section title={texts.title} hint={texts.hint}>
        <ProblemText error={error} />
        {sources && <SourceList sources={sources} />}
      </Section>
      <RejectedSection />
    </>
  );
}
