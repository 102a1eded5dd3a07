import { useQuery } from '@tanstack/react-query';
import type { Backups } from '../../api/shapes.ts';
import { adminTexts } from '../../texts/en/admin.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatBytes, formatDistance, formatTime } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { useNow } from '../../ui/use-now.ts';
import list from '../admin/list.module.css';
import { Section } from '../admin/section.tsx';
import { backupsQuery } from './backups-query.ts';

const { backups: said } = adminTexts;

const TONES = { off: 'plain', waiting: 'plain', succeeded: 'good', failed: 'bad' } as const;

/** The scheduled backups: how the latest one ended, and when the next one starts. */
export function BackupsSection() {
  const { data: backups, error } = useQuery(backupsQuery);
  return (
    <Section title={said.title} hint={said.hint}>
      <ProblemText error={error} />
      {backups && <Status backups={backups} />}
    </Section>
  );
}

function Status({ backups }: { backups: Backups }) {
  const now = useNow();
  const { state, last_success: success, last_failure: failure, next_at: next } = backups;
  const when = (time: string) => `${formatTime(time)} (${formatDistance(time, now)})`;
  return (
    <>
      <Badge tone={TONES[state]}>{said.state[state]}</Badge>
      {state === 'failed' && failure && (
        <Text role="alert" data-mt="xs">
          {said.failed(when(failure.finished_at))} {failure.reason}
        </Text>
      )}
      <div className={list.quiet}>
        {success && <div>{said.succeeded(when(success.finished_at), success.file, formatBytes(success.bytes))}</div>}
        {state !== 'failed' && failure && <div>{said.failedBefore(when(failure.finished_at), failure.reason)}</div>}
        {next !== null && <div>{said.next(when(next))}</div>}
        <div>{state === 'off' ? said.off : said.kept(backups.keep, backups.folder)}</div>
      </div>
    </>
  );
}
