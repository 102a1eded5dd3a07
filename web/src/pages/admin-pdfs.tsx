import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Section } from '../features/admin/section.tsx';
import { PdfList } from '../features/pdf-queue/pdf-list.tsx';
import { PAGE_SIZE, pdfQueueQuery } from '../features/pdf-queue/pdf-queue-query.ts';
import { RequeueAllDialog } from '../features/pdf-queue/requeue-all-dialog.tsx';
import { StateFilter } from '../features/pdf-queue/state-filter.tsx';
import { adminTexts } from '../texts/en/admin.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProblemText } from '../ui/problem-text.tsx';

const { pdfs: said } = adminTexts;

export function AdminPdfsPage() {
  const { status, page = 1 } = useSearch({ from: '/inside/admin/pdfs' });
  const navigate = useNavigate({ from: '/admin/pdfs' });
  const { data: queue, error } = useQuery(pdfQueueQuery({ status, page }));
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  return (
    <Section
      title={said.title}
      hint={said.hint}
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          {said.requeueAll}
        </Button>
      }
    >
      <div role="status">
        {done !== null && (
          <Alert color="green" variant="light" mb="sm">
            {done}
          </Alert>
        )}
      </div>
      <StateFilter status={status} />
      <ProblemText error={error} />
      {queue?.items.length === 0 && (
        <EmptyState title={said.empty}>
          <Text>{status ? said.emptyOfState : said.emptyHint}</Text>
        </EmptyState>
      )}
      {queue && <PdfList items={queue.items} />}
      {queue && (
        <Pager
          page={page}
          pageSize={PAGE_SIZE}
          total={queue.pagination.total_count}
          onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to > 1 ? to : undefined }) })}
        />
      )}
      {isAsking && (
        <RequeueAllDialog
          onClose={() => setAsking(false)}
          onDone={(queued, requested) => setDone(said.requeued(queued, requested))}
        />
      )}
    </Section>
  );
}
