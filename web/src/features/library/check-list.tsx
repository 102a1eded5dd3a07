import type { IntegrityCheck } from '../../api/shapes.ts';
import { integrityChecks } from '../../texts/en/integrity-checks.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import list from '../admin/list.module.css';
import classes from './check-list.module.css';

const { integrity: texts } = repairTexts;

const TONES = { failure: 'bad', warning: 'strong', metric: 'plain' } as const;

/** Severity, count, meaning and remedy of each check. */
export function CheckList({ checks }: { checks: readonly IntegrityCheck[] }) {
  return (
    <ul className={list.list}>
      {checks.map(({ name, severity, count, message, sample_ids: ids }) => (
        <li key={name} className={`${list.item} ${classes.row}`}>
          {count > 0 ? (
            <Badge tone={TONES[severity]}>{texts.severity[severity]}</Badge>
          ) : (
            <span className={list.quiet}>{texts.severityIfFound[severity]}</span>
          )}
          <div className={classes.what}>
            <span className={count > 0 ? list.strong : undefined}>{integrityChecks[name] ?? name}</span>
            <div className={list.quiet}>{message}</div>
            {ids.length > 0 && (
              <div className={list.quiet}>
                {texts.samples(ids.length < count)} <code>{ids.join(', ')}</code>
              </div>
            )}
          </div>
          <span className={classes.count}>{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}
