import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Window } from 'happy-dom';
import { vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { Notices } from '../../ui/notices.tsx';
import { makeRouter } from '../router.tsx';
import type { FakeService } from './fake-service.ts';

const [ROW_PX, VIEW_PX] = [68, 680];
// a loaded machine needs more than the default of one second
const WAIT_MS = 30_000;

/** Renders the whole application at an address. Only `fetch` is a fake. */
export function renderApp(path: string, service: FakeService) {
  configure({ asyncUtilTimeout: WAIT_MS });
  vi.stubGlobal('fetch', service.fetch);
  // from Node 25 on, Node has a global of this name, which is undefined and hides that of the document
  vi.stubGlobal('localStorage', new Window().localStorage);
  layOut();
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = makeRouter(queryClient, history);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Notices />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), router };
}

/** Removes the application, its notices, and all server state. */
export function closeApp(): void {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/**
 * Gives elements a size, because the test's document has no layout: the window has room for ten rows, and for the
 * details beside them.
 */
function layOut(): void {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { media: query, matches: query.includes('min-width') }),
  );
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.dataset.index === undefined ? VIEW_PX : ROW_PX;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(VIEW_PX);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEW_PX);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(Number.MAX_SAFE_INTEGER);
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(function (
    this: HTMLElement,
    to?: ScrollToOptions | number,
  ) {
    if (typeof to !== 'object' || to.top === this.scrollTop) return;
    this.scrollTop = to.top ?? 0;
    // as in a browser, after the script that scrolls
    setTimeout(() => this.dispatchEvent(new Event('scroll')));
  });
}
