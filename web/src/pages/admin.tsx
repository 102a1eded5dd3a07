import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { isAdminQuery } from '../features/accounts/session-query.ts';
import { AdminNav, SECTIONS } from '../features/admin/admin-nav.tsx';
import { adminTexts } from '../texts/en/admin.ts';
import { lookOf } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Text } from '../ui/text.tsx';

/** The frame of the admin pages. Users without administrator access see only a message, and nothing is requested. */
export function AdminPage() {
  const { data: isAdmin } = useSuspenseQuery(isAdminQuery);
  const { pathname } = useLocation();
  const section = SECTIONS.find(({ to }) => pathname.startsWith(to));
  return (
    <Page title={adminTexts.title} windowTitle={adminTexts.windowTitle(section && adminTexts.section[section.name])}>
      {isAdmin ? (
        <>
          <AdminNav />
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
