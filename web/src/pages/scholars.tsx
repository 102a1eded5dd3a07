import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AddScholars } from '../features/scholars/add-scholars.tsx';
import { ScholarList } from '../features/scholars/scholar-list.tsx';
import { scholarsQuery } from '../features/scholars/scholars-query.ts';
import { texts } from '../texts/en.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';

export function ScholarsPage() {
  const { data: scholars, error } = useQuery(scholarsQuery);
  return (
    <Page title={texts.scholars.title} windowTitle={texts.titles.scholars}>
      <AddScholars />
      <ProblemText error={error} />
      {scholars?.length === 0 && (
        <EmptyState title={texts.scholars.empty}>
          <Text>{texts.scholars.emptyHint}</Text>
        </EmptyState>
      )}
      {scholars && <ScholarList scholars={scholars} />}
    </Page>
  );
}
