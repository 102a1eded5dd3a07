import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isPasswordWantedQuery } from '../features/accounts/password-request-query.ts';
import { isAdminQuery, isSessionOverQuery } from '../features/accounts/session-query.ts';
import { StatusLine } from '../features/runs/status-line.tsx';
import { todaySearchQuery } from '../features/views/start-view.ts';
import { texts } from '../texts/en.ts';
import { useCommandRegistry, useCommands } from '../ui/command-provider.tsx';
import { type Actions, titleWithKey } from '../ui/commands.ts';
import { KeyboardIcon, SearchIcon, ThemeIcon } from '../ui/icons.tsx';
import { part } from '../ui/part.tsx';
import { useScheme } from '../ui/use-scheme.ts';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { useGo } from './use-go.ts';

// rarely opened, so loaded on demand
const CommandPalette = part(async () => (await import('./command-palette.tsx')).CommandPalette);
const KeyHelp = part(async () => (await import('./key-help.tsx')).KeyHelp);
const SessionOverDialog = part(
  async () => (await import('../features/accounts/session-over-dialog.tsx')).SessionOverDialog,
);
const ConfirmPasswordDialog = part(
  async () => (await import('../features/accounts/confirm-password-dialog.tsx')).ConfirmPasswordDialog,
);

const NEXT_SCHEME = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** The frame of all pages: navigation, page and status line. */
export function Shell() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  /** what the palette offers; null while it is closed */
  const [offered, setOffered] = useState<Actions | null>(null);
  const { available } = useCommandRegistry();
  const { data: isSessionOver } = useQuery(isSessionOverQuery);
  const { data: isPasswordWanted } = useQuery(isPasswordWantedQuery);
  const { data: isAdmin } = useQuery(isAdminQuery);
  const go = useGo();
  const { data: today = {} } = useQuery(todaySearchQuery);
  const openPalette = () => CommandPalette.whenLoaded(() => setOffered(available()));
  const openHelp = () => KeyHelp.whenLoaded(() => setHelpOpen(true));
  useCommands(() => ({
    goToday: () => go({ to: '/', search: today }),
    goPublications: () => go({ to: '/', search: { view: 'all' } }),
    goScholars: () => go({ to: '/scholars' }),
    goRuns: () => go({ to: '/runs' }),
    goAdd: () => go({ to: '/add' }),
    goAdmin: isAdmin ? () => go({ to: '/admin' }) : null,
    help: openHelp,
    palette: openPalette,
  }));
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
        <FootButtons onHelp={openHelp} onPalette={openPalette} />
      </div>
      {/* signing in again comes first */}
      {offered && !isSessionOver && <CommandPalette offered={offered} onClose={() => setOffered(null)} />}
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
      {isPasswordWanted && <ConfirmPasswordDialog />}
      {isSessionOver && <SessionOverDialog />}
    </div>
  );
}

/** The buttons beside the status line. A phone has no room for them, and the account page has both. */
function FootButtons({ onHelp, onPalette }: { onHelp: () => void; onPalette: () => void }) {
  const [scheme, setScheme] = useScheme();
  return (
    <div className={classes.buttons}>
      <FootButton
        label={texts.nav.theme[scheme]}
        title={`${texts.nav.theme[scheme]}. ${texts.nav.themeHint}`}
        onClick={() => setScheme(NEXT_SCHEME[scheme])}
      >
        <ThemeIcon size={16} />
      </FootButton>
      <FootButton label={texts.nav.commands} title={titleWithKey('palette', texts.nav.commands)} onClick={onPalette}>
        <SearchIcon size={16} />
      </FootButton>
      <FootButton label={texts.nav.shortcuts} title={titleWithKey('help', texts.nav.shortcuts)} onClick={onHelp}>
        <KeyboardIcon size={16} />
      </FootButton>
    </div>
  );
}

function FootButton(props: { label: string; title: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-label={props.label} title={props.title} onClick={props.onClick}>
      {props.children}
    </button>
  );
}
