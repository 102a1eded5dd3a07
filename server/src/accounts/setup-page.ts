import type { Database } from '../platform/database/database.ts';
import type { Page } from '../platform/http/serve-web.ts';
import { SETUP_DONE, SETUP_FORM } from './setup-page-html.ts';
import { SETUP_SCRIPT } from './setup-page-script.ts';
import { SETUP_STYLE } from './setup-page-style.ts';
import { hasUsers } from './store.ts';

/** The pages of the set-up link, where the first administrator account is created. */
export function setupPages(db: Database): Page[] {
  return [
    {
      path: '/setup',
      contentType: 'text/html; charset=utf-8',
      body: async () => ((await hasUsers(db)) ? SETUP_DONE : SETUP_FORM),
    },
    { path: '/setup.js', contentType: 'text/javascript; charset=utf-8', body: () => SETUP_SCRIPT },
    { path: '/setup.css', contentType: 'text/css; charset=utf-8', body: () => SETUP_STYLE },
  ];
}
