import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useIsSessionOver } from '../features/accounts/session-ended.ts';
import { isAdminQuery } from '../features/accounts/session-query.ts';
import { StatusLine } from '../features/runs/status-line.tsx';
import { texts } from '../texts/en.ts';
import { useCommandRegistry, useCommands } from '../ui/command-provider.tsx';
import type { Actions } from '../ui/commands.ts';
import { focusPageIfLost } from '../ui/focus-page.ts';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';

// rarely opened, so loaded on demand
const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));
const SessionOverDialog = lazy(async () => ({
  default: (await import('../features/accounts/session-over-dialog.tsx')).SessionOverDialog,
}));

/** The frame of all pages: navigation, page and status line. */
export function Shell() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  /** what the palette offers; null while it is closed */
  const [offered, setOffered] = useState<Actions | null>(null);
  const { available } = useCommandRegistry();
  const isSessionOver = useIsSessionOver();
  const { data: isAdmin } = useQuery(isAdminQuery);
  const navigate = useNavigate();
  const go = (to: '/' | '/scholars' | '/runs' | '/admin') => void navigate({ to }).then(focusPageIfLost);
  const openPalette = () => setOffered(available());
  useCommands(() => ({
    goPublications: () => go('/'),
    goScholars: () => go('/scholars'),
    goRuns: () => go('/runs'),
    goAdmin: isAdmin ? () => go('/admin') : null,
    help: () => setHelpOpen(true),
    palette: openPalette,
  }));
  return (
    <div className={classes.shell}>
      <a href="#page" className={classes.skip}>
        {texts.nav.skip}
      </a>
      <Rail onHelp={() => setHelpOpen(true)} onPalette={openPalette} />
      <main id="page" className={classes.page} tabIndex={-1}>
        <Outlet />
      </main>
      <StatusLine />
      <Suspense fallback={null}>
        {/* signing in again comes first */}
        {offered && !isSessionOver && <CommandPalette offered={offered} onClose={() => setOffered(null)} />}
        {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
        {isSessionOver && <SessionOverDialog />}
      </Suspense>
    </div>
  );
}
