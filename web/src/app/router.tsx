import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { loadSignOut } from '../features/accounts/load-sign-out.ts';
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
import { Inside } from './inside.tsx';
import { loadPage } from './load-page.ts';
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

/** A page whose code is loaded when it is opened. */
function page<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadPage(load), name);
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  loader: loadForVisitor,
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (isLocalPath(next) ? { next } : {}),
  component: page(() => import('../pages/sign-in.tsx'), 'SignInPage'),
});

/** Its link has a token after the `#`, because browsers do not send that part of an address to any server. */
const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  loader: loadForVisitor,
  component: page(() => import('../pages/set-up.tsx'), 'SetUpPage'),
});

/** Works without a session, because the link has a signature. */
const mailLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mail/$token',
  component: page(() => import('../pages/mail-link.tsx'), 'MailLinkPage'),
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
function pageAt<const Path extends string, Module extends Record<string, unknown>, Name extends keyof Module>(
  path: Path,
  load: () => Promise<Module>,
  name: Name,
) {
  return createRoute({ getParentRoute: () => insideRoute, path, component: page(load, name) });
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
  component: page(() => import('../pages/scholars.tsx'), 'ScholarsPage'),
});

const scholarRoute = pageAt('/scholars/$id', () => import('../pages/scholar.tsx'), 'ScholarPage');

const runsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/runs',
  validateSearch: ({ page }: Record<string, unknown>): { page?: number } =>
    Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {},
  component: page(() => import('../pages/runs.tsx'), 'RunsPage'),
});

const queueRoute = pageAt('/runs/queue', () => import('../pages/queue.tsx'), 'QueuePage');

const runRoute = pageAt('/runs/$id', () => import('../pages/run.tsx'), 'RunPage');

const settingsRoute = pageAt('/settings', () => import('../pages/settings.tsx'), 'SettingsPage');

const tagsRoute = pageAt('/settings/tags', () => import('../pages/tags.tsx'), 'TagsPage');

const viewsRoute = pageAt('/settings/views', () => import('../pages/views.tsx'), 'ViewsPage');

const rulesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/settings/rules',
  // the search of a rule to add
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    q === undefined ? {} : { q: String(q).slice(0, MAX_SEARCH_LENGTH) },
  component: page(() => import('../pages/rules.tsx'), 'RulesPage'),
});

const notificationsRoute = pageAt(
  '/settings/notifications',
  () => import('../pages/notifications.tsx'),
  'NotificationsPage',
);

/** Also for bookmarks and what other applications share. */
const addRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/add',
  validateSearch: (search: Record<string, unknown>): { shared?: string } => {
    const shared = readShared(search);
    return shared === '' ? {} : { shared };
  },
  component: page(() => import('../pages/add.tsx'), 'AddPage'),
});

const libraryFileRoute = pageAt('/settings/library', () => import('../pages/library-file.tsx'), 'LibraryFilePage');

const searchHelpRoute = pageAt('/help/search', () => import('../pages/search-help.tsx'), 'SearchHelpPage');

const accountRoute = pageAt('/account', () => import('../pages/account.tsx'), 'AccountPage');

const adminRoute = pageAt('/admin', () => import('../pages/admin.tsx'), 'AdminPage');

const adminRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/admin/users', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/users',
    component: page(() => import('../pages/admin-users.tsx'), 'AdminUsersPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/library',
    validateSearch: readLibrarySearch,
    component: page(() => import('../pages/admin-library.tsx'), 'AdminLibraryPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/near-duplicates',
    validateSearch: readDuplicatesSearch,
    component: page(() => import('../pages/admin-near-duplicates.tsx'), 'AdminNearDuplicatesPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/pdfs',
    validateSearch: readPdfSearch,
    component: page(() => import('../pages/admin-pdfs.tsx'), 'AdminPdfsPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/sources',
    component: page(() => import('../pages/admin-sources.tsx'), 'AdminSourcesPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/audit',
    validateSearch: readAuditSearch,
    component: page(() => import('../pages/admin-audit.tsx'), 'AdminAuditPage'),
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
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultErrorComponent: PageProblem,
    defaultNotFoundComponent: () => <PageProblem />,
    scrollRestoration: false,
  });
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
  await Promise.allSettled([preloadParts(), loadSignOut(), ...routes.map((route) => router.loadRouteChunk(route))]);
}

/** What sign-in and set-up wait for. It has a file of its own, which the first page does not load. */
async function loadForVisitor({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  const { prepareForVisitor } = await loadPage(() => import('../features/accounts/prepare-for-visitor.ts'));
  await prepareForVisitor(context.queryClient);
}

/** Whether a redirect target is a page of this application and not another site. */
function isLocalPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}
