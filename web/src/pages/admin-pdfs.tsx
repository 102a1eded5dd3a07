import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PDF_STATES } from '../features/admin/admin-search.ts';
import { Section } from '../features/admin/section.tsx';
import { PdfList } from '../features/pdf-queue/pdf-list.tsx';
import { PAGE_SIZE, pdfQueueQuery } from '../features/pdf-queue/pdf-queue-query.ts';
import { RequeueAllDialog } from '../features/pdf-queue/requeue-all-dialog.tsx';
import { adminTexts } from '../texts/en/admin.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterNav } from '../ui/page-nav.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Text } from '../ui/text.tsx';

const { pdfs: texts } = adminTexts;

export function AdminPdfsPage() {
  const { status, page = 1 } = useSearch({ from: '/inside/admin/pdfs' });
  const navigate = useNavigate({ from: '/admin/pdfs' });
  const { data: queue, error } = useQuery(pdfQueueQuery({ status, page }));
  const [isRequeuing, setRequeuing] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  return (
    <Section
      title={texts.title}
      hint={texts.hint}
      actions={<Button onClick={() => setRequeuing(true)}>{texts.requeueAll}</Button>}
    >
      <div role="status">
        {done !== null && (
          <Alert tone="good" data-mb="sm">
            {done}
          </Alert>
        )}
      </div>
      <FilterNav label={texts.filter}>
        {[undefined, ...PDF_STATES].map((state) => (
          <Link
            key={state ?? 'all'}
            to="/admin/pdfs"
            search={state ? { status: state } : {}}
            activeOptions={{ exact: true }}
            aria-current={state === status ? 'page' : undefined}
          >
            {state ? texts.state[state] : texts.all}
          </Link>
        ))}
      </FilterNav>
      <ProblemText error={error} />
      {queue?.items.length === 0 && (
        <EmptyState title={texts.empty}>
          <Text>{status ? texts.emptyOfState : texts.emptyHint}</Text>
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
      {isRequeuing && (
        <RequeueAllDialog
          onClose={() => setRequeuing(false)}
          onDone={(queued, requested) => setDone(texts.requeued(queued, requested))}
        />
      )}
    </Section>
  );
}
