import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { AUDIT_KINDS } from '../features/admin/admin-search.ts';
import { Section } from '../features/admin/section.tsx';
import { AuditFilter } from '../features/audit/audit-filter.tsx';
import { AuditList } from '../features/audit/audit-list.tsx';
import { auditQuery, PAGE_SIZE } from '../features/audit/audit-query.ts';
import { usersQuery } from '../features/users/users-query.ts';
import { adminTexts } from '../texts/en/admin.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterNav } from '../ui/page-nav.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Text } from '../ui/text.tsx';

const { audit: texts } = adminTexts;

export function AdminAuditPage() {
  const search = useSearch({ from: '/inside/admin/audit' });
  const navigate = useNavigate({ from: '/admin/audit' });
  const { data: log, error } = useQuery(auditQuery(search));
  const { data: users } = useQuery(usersQuery);
  const emails = new Map(users?.users.map(({ id, email }) => [id, email]));
  const isFiltered = search.repair !== undefined || search.publication !== undefined;
  return (
    <Section title={texts.title} hint={texts.hint}>
      <FilterNav label={texts.byKind}>
        {[undefined, ...AUDIT_KINDS].map((kind) => (
          <Link
            key={kind ?? 'all'}
            to="/admin/audit"
            search={kind ? { kind } : {}}
            activeOptions={{ exact: true }}
            aria-current={kind === search.kind ? 'page' : undefined}
          >
            {texts.kinds[kind ?? 'all']}
          </Link>
        ))}
      </FilterNav>
      {search.kind !== 'sign_ins' && <AuditFilter search={search} />}
      <ProblemText error={error} />
      {log?.entries.length === 0 && (
        <EmptyState title={texts.empty}>
          <Text>{isFiltered ? texts.emptyOfFilter : texts.emptyHint[search.kind ?? 'all']}</Text>
        </EmptyState>
      )}
      {log && <AuditList entries={log.entries} emails={emails} />}
      {log && (
        <Pager
          page={search.page ?? 1}
          pageSize={PAGE_SIZE}
          total={log.pagination.total_count}
          onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to > 1 ? to : undefined }) })}
        />
      )}
    </Section>
  );
}
