import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isAdminQuery, isSessionOverQuery } from '../features/accounts/session-query.ts';
import { StatusLine } from '../features/runs/status-line.tsx';
import { texts } from '../texts/en.ts';
import { focusPage } from '../ui/focus-page.ts';
import { useKeys } from '../ui/use-keys.ts';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';

// rarely opened, so loaded on demand
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));
const SessionOverDialog = lazy(async () => ({
  default: (await import('../features/accounts/session-over-dialog.tsx')).SessionOverDialog,
}));

/** The frame of all pages: navigation, page and status line. */
export function Shell() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { data: isSessionOver } = useQuery(isSessionOverQuery);
  const { data: isAdmin } = useQuery(isAdminQuery);
  const navigate = useNavigate();
  const go = (to: '/' | '/scholars' | '/runs' | '/admin') =>
    void navigate({ to }).then(() => {
      // the focused element was on the previous page
      if (document.activeElement === document.body) focusPage();
    });
  useKeys({
    'g p': () => go('/'),
    'g s': () => go('/scholars'),
    'g r': () => go('/runs'),
    'g a': isAdmin ? () => go('/admin') : undefined,
    '?': () => setHelpOpen(true),
  });
  return (
    <div className={classes.shell}>
      <a href="#page" className={classes.skip}>
        {texts.nav.skip}
      </a>
      <Rail onHelp={() => setHelpOpen(true)} />
      <main id="page" className={classes.page} tabIndex={-1}>
        <Outlet />
      </main>
      <StatusLine />
      <Suspense fallback={null}>
        {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
        {isSessionOver && <SessionOverDialog />}
      </Suspense>
    </div>
  );
}
