import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntry } from '../../api/shapes.ts';
import { adminTexts } from '../../texts/en/admin.ts';
import { formatTime } from '../../ui/format.ts';
import { describeBrowser } from '../accounts/describe-browser.ts';
import list from '../admin/list.module.css';
import classes from './audit-list.module.css';

const { audit: texts } = adminTexts;

interface Props {
  readonly entries: readonly AuditEntry[];
  /** email addresses by user id; some may be missing */
  readonly emails: ReadonlyMap<number, string>;
}

/** Time, actor, action and subject of each entry, with the state before and after on request. */
export function AuditList({ entries, emails }: Props) {
  return (
    <ul className={list.list}>
      {entries.map((entry) => (
        <li key={entry.id} className={`${list.item} ${classes.row}`}>
          <time dateTime={entry.created_at} className={list.quiet}>
            {formatTime(entry.created_at)}
          </time>
          <div className={classes.what}>
            <span className={list.strong}>{texts.actions[entry.action] ?? entry.action}</span>
            <div className={list.quiet}>
              <bdi>{entry.actor_user_id === null && entry.actor === 'visitor' ? texts.visitor : entry.actor}</bdi>
            </div>
          </div>
          <div className={classes.about}>{subjectOf(entry, emails)}</div>
          {isSignIn(entry) ? (
            <div className={`${list.quiet} ${classes.change}`}>{clientOf(entry)}</div>
          ) : (
            (entry.before ?? entry.after) && (
              <details className={`${list.details} ${classes.change}`}>
                <summary>{texts.beforeAndAfter}</summary>
                <div className={classes.sides}>
                  <Side name={texts.before} facts={entry.before} />
                  <Side name={texts.after} facts={entry.after} />
                </div>
              </details>
            )
          )}
        </li>
      ))}
    </ul>
  );
}

function subjectOf(entry: AuditEntry, emails: Props['emails']) {
  const { publication_id: publication, user_id: user, repair_job_id: repair } = entry;
  const parts: ReactNode[] = [
    publication !== null && (
      <Link key="publication" to="/admin/audit" search={{ publication }}>
        {texts.publication(publication)}
      </Link>
    ),
    user === null && isSignIn(entry) && <bdi key="typed">{typedBy(entry)}</bdi>,
    user !== null && <bdi key="user">{emails.get(user) ?? texts.user(user)}</bdi>,
    repair !== null && (
      <Link key="repair" to="/admin/audit" search={{ repair }}>
        {texts.repair(repair)}
      </Link>
    ),
  ].filter(Boolean);
  return parts.flatMap((part, at) => (at === 0 ? [part] : [' · ', part]));
}

function isSignIn({ action }: AuditEntry): boolean {
  return action.startsWith('account.sign-in');
}

/** Where a sign-in came from. */
function clientOf({ after }: AuditEntry): string {
  const { client_address: address, user_agent: agent } = (after ?? {}) as Record<string, string | null>;
  return [address, describeBrowser(agent ?? null)].filter(Boolean).join(' · ');
}

/** What a visitor typed whom no account belongs to. */
function typedBy({ after }: AuditEntry): string {
  const email = after?.email;
  return typeof email === 'string' ? texts.typedEmail(email) : texts.noAccount;
}

function Side({ name, facts }: { name: string; facts: AuditEntry['before'] }) {
  const text = facts === null ? texts.none : JSON.stringify(facts, null, 2);
  return (
    <div className={classes.side}>
      <div className={list.quiet}>{name}</div>
      {/* a scrolling element must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}
