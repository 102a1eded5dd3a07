import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useIsSessionOver } from '../features/accounts/session-ended.ts';
import { isAdminQuery } from '../features/accounts/session-query.ts';
import { StatusLine } from '../features/runs/status-line.tsx';
import { texts } from '../texts/en.ts';
import { focusPage } from '../ui/focus-page.ts';
import { KeyboardIcon, ThemeIcon } from '../ui/icons.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { useScheme } from '../ui/use-scheme.ts';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';

// rarely opened, so loaded on demand
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));
const SessionOverDialog = lazy(async () => ({
  default: (await import('../features/accounts/session-over-dialog.tsx')).SessionOverDialog,
}));

const NEXT_SCHEME = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** The frame of all pages: navigation, page and status line. */
export function Shell() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isSessionOver = useIsSessionOver();
  const { data: isAdmin } = useQuery(isAdminQuery);
  const navigate = useNavigate();
  const go = (to: '/' | '/scholars' | '/runs' | '/admin', search = {}) =>
    void navigate({ to, search }).then(() => {
      // the focused element was on the previous page
      if (document.activeElement === document.body) focusPage();
    });
  useKeys({
    'g t': () => go('/'),
    'g p': () => go('/', { view: 'all' }),
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
      <Rail />
      <main id="page" className={classes.page} tabIndex={-1}>
        <Outlet />
      </main>
      <div className={classes.foot}>
        <StatusLine />
        <FootButtons onHelp={() => setHelpOpen(true)} />
      </div>
      <Suspense fallback={null}>
        {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
        {isSessionOver && <SessionOverDialog />}
      </Suspense>
    </div>
  );
}

/** The buttons beside the status line. A phone has no room for them, and the account page has both. */
function FootButtons({ onHelp }: { onHelp: () => void }) {
  const [scheme, setScheme] = useScheme();
  return (
    <div className={classes.buttons}>
      <button
        type="button"
        aria-label={texts.nav.theme[scheme]}
        title={`${texts.nav.theme[scheme]}. ${texts.nav.themeHint}`}
        onClick={() => setScheme(NEXT_SCHEME[scheme])}
      >
        <ThemeIcon size={16} />
      </button>
      <button type="button" aria-label={texts.nav.shortcuts} title={`${texts.nav.shortcuts} (?)`} onClick={onHelp}>
        <KeyboardIcon size={16} />
      </button>
    </div>
  );
}
