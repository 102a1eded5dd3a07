import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { OpenSession } from '../../api/shapes.ts';
import { accountTexts } from '../../texts/en/account.ts';
import { Badge } from '../../ui/badge.tsx';
import { BusyButton } from '../../ui/busy-button.tsx';
import { formatDistance } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './account-list.module.css';
import { describeBrowser } from './describe-browser.ts';
import { sessionsQuery } from './sessions-query.ts';

const texts = accountTexts.sessions;

/** The user's sessions. All except the current one can be ended here. */
export function SessionList() {
  const { data: sessions = [], error } = useQuery(sessionsQuery);
  const others = sessions.filter(({ is_current: isCurrent }) => !isCurrent);
  const status = useRef<HTMLParagraphElement>(null);
  const end = useMutation({
    // undefined ends all other sessions
    mutationFn: async (id: number | undefined) => {
      if (id === undefined) await unwrap(api.DELETE('/api/v1/auth/sessions'));
      else await unwrap(api.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id } } }));
      return id === undefined ? texts.endedOthers(others.length) : texts.ended;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    // the focused button disappears with its session
    onSuccess: () => status.current?.focus(),
  });
  return (
    <>
      <ul className={classes.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} isBusy={end.isPending} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
      {others.length > 1 && (
        <BusyButton data-mt="md" isBusy={end.isPending} onClick={() => end.mutate(undefined)}>
          {texts.endOthers}
        </BusyButton>
      )}
      <Text ref={status} data-mt="sm" role="status" tabIndex={-1}>
        {end.data}
      </Text>
      <ProblemText error={end.error ?? error} />
    </>
  );
}

interface RowProps {
  readonly session: OpenSession;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const { user_agent: agent, client_address: address, is_current: isCurrent } = session;
  const now = useNow();
  const browser = describeBrowser(agent);
  const facts = [
    address,
    texts.used(formatDistance(session.last_seen_at, now)),
    texts.since(formatDistance(session.created_at, now)),
  ].filter((fact) => fact !== null);
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span className={classes.name} title={agent ?? undefined}>
          {browser}
        </span>{' '}
        {isCurrent && <Badge>{texts.current}</Badge>}
        <div className={classes.quiet}>{facts.join(' · ')}</div>
      </div>
      {!isCurrent && (
        <BusyButton
          isSmall
          aria-label={texts.endNamed(`${browser}, ${facts.join(', ')}`)}
          isBusy={isBusy}
          onClick={onEnd}
        >
          {texts.end}
        </BusyButton>
      )}
    </li>
  );
}
