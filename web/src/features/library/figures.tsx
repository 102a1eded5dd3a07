import type { IntegrityCheck } from '../../api/shapes.ts';
import { integrityChecks } from '../../texts/en/integrity-checks.ts';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import classes from './figures.module.css';

const BYTES = 'database_bytes';

/** How much there is of what. */
export function Figures({ metrics }: { metrics: readonly IntegrityCheck[] }) {
  return (
    <dl className={classes.figures}>
      {metrics.map(({ name, count, message }) => (
        <div key={name} title={message}>
          <dt>{integrityChecks[name] ?? name}</dt>
          <dd>{name === BYTES ? formatBytes(count) : formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
