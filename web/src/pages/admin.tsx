import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { isAdminQuery } from '../features/accounts/session-query.ts';
import { adminTexts } from '../texts/en/admin.ts';
import { lookOf } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { PageNav } from '../ui/page-nav.tsx';
import { Text } from '../ui/text.tsx';

const { section: labels } = adminTexts;
const PAGES = [
  { to: '/admin/users', label: labels.users },
  { to: '/admin/library', label: labels.library },
  { to: '/admin/near-duplicates', label: labels.duplicates },
  { to: '/admin/pdfs', label: labels.pdfs },
  { to: '/admin/sources', label: labels.sources },
  { to: '/admin/audit', label: labels.audit },
] as const;

/** The frame of the admin pages. Users without administrator access see only a message, and nothing is requested. */
export function AdminPage() {
  const { data: isAdmin } = useSuspenseQuery(isAdminQuery);
  const { pathname } = useLocation();
  const shown = PAGES.find(({ to }) => pathname.startsWith(to));
  return (
    <Page title={adminTexts.title} windowTitle={adminTexts.windowTitle(shown?.label)}>
      {isAdmin ? (
        <>
          <PageNav label={adminTexts.sections} pages={PAGES} />
          <Outlet />
        </>
      ) : (
        <EmptyState title={adminTexts.notAllowed}>
          <Text>{adminTexts.notAllowedHint}</Text>
          <Link to="/" data-mt="md" {...lookOf({})}>
            {adminTexts.toPublications}
          </Link>
        </EmptyState>
      )}
    </Page>
  );
}
