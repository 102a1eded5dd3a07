import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntry } from '../../api/shapes.ts';
import { adminTexts } from '../../texts/en/admin.ts';
import { formatTime } from '../../ui/format.ts';
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
              <bdi>{entry.actor}</bdi>
            </div>
          </div>
          <div className={classes.about}>{subjectOf(entry, emails)}</div>
          {(entry.before ?? entry.after) && (
            <details className={`${list.details} ${classes.change}`}>
              <summary>{texts.beforeAndAfter}</summary>
              <div className={classes.sides}>
                <Side name={texts.before} facts={entry.before} />
                <Side name={texts.after} facts={entry.after} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function subjectOf(
  { publication_id: publication, user_id: user, repair_job_id: repair }: AuditEntry,
  emails: Props['emails'],
) {
  const parts: ReactNode[] = [
    publication !== null && (
      <Link key="publication" to="/admin/audit" search={{ publication }} className={list.link}>
        {texts.publication(publication)}
      </Link>
    ),
    user !== null && <bdi key="user">{emails.get(user) ?? texts.user(user)}</bdi>,
    repair !== null && (
      <Link key="repair" to="/admin/audit" search={{ repair }} className={list.link}>
        {texts.repair(repair)}
      </Link>
    ),
  ].filter(Boolean);
  return parts.flatMap((part, at) => (at === 0 ? [part] : [' · ', part]));
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
