import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntry } from '../../api/shapes.ts';
import { adminTexts } from '../../texts/en/admin.ts';
import { formatTime } from '../../ui/format.ts';
import list from '../admin/list.module.css';
import classes from './audit-list.module.css';

const { audit: said } = adminTexts;

interface Props {
  readonly entries: readonly AuditEntry[];
  /** e-mail addresses by the users' ids, as far as they are known */
  readonly emails: ReadonlyMap<number, string>;
}

/** When, who, what, about what; how it was before and after on request. */
export function AuditList({ entries, emails }: Props) {
  return (
    <ul className={list.list}>
      {entries.map((entry) => (
        <li key={entry.id} className={`${list.item} ${classes.row}`}>
          <time dateTime={entry.created_at} className={list.quiet}>
            {formatTime(entry.created_at)}
          </time>
          <div className={classes.what}>
            <span className={list.strong}>{said.actions[entry.action] ?? entry.action}</span>
            <div className={list.quiet}>
              <bdi>{entry.actor}</bdi>
            </div>
          </div>
          <div className={classes.about}>{aboutOf(entry, emails)}</div>
          {(entry.before ?? entry.after) && (
            <details className={`${list.details} ${classes.change}`}>
              <summary>{said.beforeAndAfter}</summary>
              <div className={classes.sides}>
                <Side name={said.before} facts={entry.before} />
                <Side name={said.after} facts={entry.after} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function aboutOf(
  { publication_id: publication, user_id: user, repair_job_id: repair }: AuditEntry,
  emails: Props['emails'],
) {
  const parts: ReactNode[] = [
    publication !== null && (
      <Link key="publication" to="/admin/audit" search={{ publication }} className={list.link}>
        {said.publication(publication)}
      </Link>
    ),
    user !== null && <bdi key="user">{emails.get(user) ?? said.user(user)}</bdi>,
    repair !== null && (
      <Link key="repair" to="/admin/audit" search={{ repair }} className={list.link}>
        {said.repair(repair)}
      </Link>
    ),
  ].filter(Boolean);
  return parts.flatMap((part, at) => (at === 0 ? [part] : [' · ', part]));
}

function Side({ name, facts }: { name: string; facts: AuditEntry['before'] }) {
  const text = facts === null ? said.nothing : JSON.stringify(facts, null, 2);
  return (
    <div className={classes.side}>
      <div className={list.quiet}>{name}</div>
      {/* what scrolls can be reached with the keys, too */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}
