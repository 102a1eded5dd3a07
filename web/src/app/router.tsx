import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery } from '../features/accounts/session-query.ts';
import {
  readAuditSearch,
  readDuplicatesSearch,
  readLibrarySearch,
  readPdfSearch,
} from '../features/admin/admin-search.ts';
import { MAX_SEARCH_LENGTH, readListSearch } from '../features/publications/list-search.ts';
import { readShared } from '../features/references/read-lines.ts';
import { readScholarsSearch } from '../features/scholars/scholars-search.ts';
import { findStart } from '../features/views/start-view.ts';
import { preloadParts } from '../pages/publications/parts.ts';
import { PublicationsPage } from '../pages/publications/publications.tsx';
import { CommandProvider } from '../ui/command-provider.tsx';
import { loadPart } from '../ui/load-part.ts';
import { isPart, part } from '../ui/part.tsx';
import { Inside, preloadSignOut } from './inside.tsx';
import { PageProblem, RouteProblem } from './route-problem.tsx';

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => (
    <CommandProvider>
      <Outlet />
    </CommandProvider>
  ),
  errorComponent: RouteProblem,
  notFoundComponent: () => <RouteProblem />,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  loader: loadForVisitor,
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (isLocalPath(next) ? { next } : {}),
  component: part(async () => (await import('../pages/sign-in.tsx')).SignInPage),
});

/** Its link has a token after the `#`, because browsers do not send that part of an address to any server. */
const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  loader: loadForVisitor,
  component: part(async () => (await import('../pages/set-up.tsx')).SetUpPage),
});

/** Works without a session, because the link has a signature. */
const mailLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mail/$token',
  component: part(async () => (await import('../pages/mail-link.tsx')).MailLinkPage),
});

/** Parent of all pages that require a session. */
const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  beforeLoad: async ({ location, context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null)
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
  },
  component: Inside,
  errorComponent: RouteProblem,
});

/** A page with a session that needs nothing else. */
function pageAt<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => insideRoute, path, component });
}

const publicationsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  validateSearch: readListSearch,
  beforeLoad: async ({ search, context }) => {
    const start = Object.keys(search).length === 0 ? await findStart(context.queryClient) : null;
    if (start) throw redirect({ to: '/', search: start, replace: true });
  },
  component: PublicationsPage,
});

const scholarsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/scholars',
  validateSearch: readScholarsSearch,
  component: part(async () => (await import('../pages/scholars.tsx')).ScholarsPage),
});

const scholarRoute = pageAt(
  '/scholars/$id',
  part(async () => (await import('../pages/scholar.tsx')).ScholarPage),
);

const runsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/runs',
  validateSearch: ({ page }: Record<string, unknown>): { page?: number } =>
    Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {},
  component: part(async () => (await import('../pages/runs.tsx')).RunsPage),
});

const queueRoute = pageAt(
  '/runs/queue',
  part(async () => (await import('../pages/queue.tsx')).QueuePage),
);

const runRoute = pageAt(
  '/runs/$id',
  part(async () => (await import('../pages/run.tsx')).RunPage),
);

const settingsRoute = pageAt(
  '/settings',
  part(async () => (await import('../pages/settings.tsx')).SettingsPage),
);

const tagsRoute = pageAt(
  '/settings/tags',
  part(async () => (await import('../pages/tags.tsx')).TagsPage),
);

const viewsRoute = pageAt(
  '/settings/views',
  part(async () => (await import('../pages/views.tsx')).ViewsPage),
);

const rulesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/settings/rules',
  // the search of a rule to add
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    q === undefined ? {} : { q: String(q).slice(0, MAX_SEARCH_LENGTH) },
  component: part(async () => (await import('../pages/rules.tsx')).RulesPage),
});

const notificationsRoute = pageAt(
  '/settings/notifications',
  part(async () => (await import('../pages/notifications.tsx')).NotificationsPage),
);

/** Also for bookmarks and what other applications share. */
const addRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/add',
  validateSearch: (search: Record<string, unknown>): { shared?: string } => {
    const shared = readShared(search);
    return shared === '' ? {} : { shared };
  },
  component: part(async () => (await import('../pages/add.tsx')).AddPage),
});

const libraryFileRoute = pageAt(
  '/settings/library',
  part(async () => (await import('../pages/library-file.tsx')).LibraryFilePage),
);

const searchHelpRoute = pageAt(
  '/help/search',
  part(async () => (await import('../pages/search-help.tsx')).SearchHelpPage),
);

const accountRoute = pageAt(
  '/account',
  part(async () => (await import('../pages/account.tsx')).AccountPage),
);

const adminRoute = pageAt(
  '/admin',
  part(async () => (await import('../pages/admin.tsx')).AdminPage),
);

const AdminUsersPage = part(async () => (await import('../pages/admin-users.tsx')).AdminUsersPage);

const adminRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/',
    // loaded before it redirects there
    component: AdminUsersPage,
    beforeLoad: () => {
      throw redirect({ to: '/admin/users', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/users',
    component: AdminUsersPage,
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/library',
    validateSearch: readLibrarySearch,
    component: part(async () => (await import('../pages/admin-library.tsx')).AdminLibraryPage),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/near-duplicates',
    validateSearch: readDuplicatesSearch,
    component: part(async () => (await import('../pages/admin-near-duplicates.tsx')).AdminNearDuplicatesPage),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/pdfs',
    validateSearch: readPdfSearch,
    component: part(async () => (await import('../pages/admin-pdfs.tsx')).AdminPdfsPage),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/sources',
    component: part(async () => (await import('../pages/admin-sources.tsx')).AdminSourcesPage),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/audit',
    validateSearch: readAuditSearch,
    component: part(async () => (await import('../pages/admin-audit.tsx')).AdminAuditPage),
  }),
] as const;

const routeTree = rootRoute.addChildren([
  signInRoute,
  setUpRoute,
  mailLinkRoute,
  insideRoute.addChildren([
    publicationsRoute,
    scholarsRoute,
    scholarRoute,
    runsRoute,
    queueRoute,
    runRoute,
    settingsRoute,
    tagsRoute,
    viewsRoute,
    rulesRoute,
    notificationsRoute,
    libraryFileRoute,
    addRoute,
    adminRoute.addChildren(adminRoutes),
    accountRoute,
    searchHelpRoute,
  ]),
]);

/** The router of the application. The service passes the `history` of the one page that it renders. */
export function makeRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultErrorComponent: PageProblem,
    defaultNotFoundComponent: () => <PageProblem />,
    scrollRestoration: false,
  });
  let latest = 0;
  // nothing changes before the code of the next page is there, not even the address
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ nextLocation: { pathname, href }, action }) => {
      // the list replaces its own entry while the reader waits for another page
      const number = action === 'REPLACE' ? latest : ++latest;
      const [routes] = router.getMatchedRoutes(pathname);
      const loaded = await Promise.all(
        routes.map(({ options: { component } }) => !isPart(component) || component.open(href)),
      );
      // the reader may have gone elsewhere meanwhile
      // a browser that went back or forward has done so already
      return loaded.includes(false) || (number !== latest && ['PUSH', 'REPLACE'].includes(action));
    },
  });
  return router;
}

type AppRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

/** Loads the code of the likely next pages, so that they open even if the network fails later. */
export async function preloadPages(router: AppRouter): Promise<void> {
  const routes = [scholarsRoute, scholarRoute, runsRoute, runRoute, queueRoute, settingsRoute, accountRoute];
  await Promise.allSettled([preloadParts(), preloadSignOut(), ...routes.map((route) => router.loadRouteChunk(route))]);
}

/** What sign-in and set-up wait for. It has a file of its own, which the first page does not load. */
async function loadForVisitor({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  await loadPart(() => import('../features/accounts/prepare-for-visitor.ts')).then(
    ({ prepareForVisitor }) => prepareForVisitor(context.queryClient),
    () => undefined,
  );
}

/** Whether a redirect target is a page of this application and not another site. */
function isLocalPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}
