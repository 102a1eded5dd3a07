import { useQuery } from '@tanstack/react-query';
import { signOut } from '../features/accounts/sign-out.ts';
import { activeRun, runsQuery } from '../features/runs/runs-query.ts';
import { startRun } from '../features/runs/use-start-run.ts';
import { settingsQuery } from '../features/settings/settings-query.ts';
import type { Actions } from '../ui/commands.ts';
import { reportFailure } from '../ui/undo.ts';
import { useScheme } from '../ui/use-scheme.ts';
import { useGo } from './use-go.ts';

/** What the palette can do on every page. The first page does not need their code. */
export function usePaletteActions(): Actions {
  const go = useGo();
  const { data: isStartAllowed } = useQuery({ ...settingsQuery, select: ({ policy }) => policy.manual_run_allowed });
  const { data: isRunning } = useQuery({ ...runsQuery, select: (list) => activeRun(list) !== undefined });
  const [chosen, choose] = useScheme();
  const start = () => {
    void go({ to: '/runs' });
    reportFailure(startRun());
  };
  const theme = (scheme: typeof chosen) => (scheme === chosen ? null : () => choose(scheme));
  return {
    viewUnread: () => go({ to: '/', search: { view: 'unread' } }),
    viewLatest: () => go({ to: '/', search: { view: 'latest' } }),
    viewFavorites: () => go({ to: '/', search: { view: 'favorites' } }),
    goSettings: () => go({ to: '/settings' }),
    goViews: () => go({ to: '/settings/views' }),
    goTags: () => go({ to: '/settings/tags' }),
    goRules: () => go({ to: '/settings/rules' }),
    goNotifications: () => go({ to: '/settings/notifications' }),
    goSearchHelp: () => go({ to: '/help/search' }),
    goAccount: () => go({ to: '/account' }),
    startRun: isStartAllowed && isRunning === false ? start : null,
    themeAuto: theme('auto'),
    themeLight: theme('light'),
    themeDark: theme('dark'),
    signOut: () => reportFailure(signOut()),
  };
}
