import type { IntegrityCheck } from '../../api/shapes.ts';
import { integrityChecks } from '../../texts/en/integrity-checks.ts';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import classes from './metrics.module.css';

const BYTES = 'database_bytes';

/** Sizes of the library, such as the number of publications. */
export function Metrics({ metrics }: { metrics: readonly IntegrityCheck[] }) {
  return (
    <dl className={classes.metrics}>
      {metrics.map(({ name, count, message }) => (
        <div key={name} title={message}>
          <dt>{integrityChecks[name] ?? name}</dt>
          <dd>{name === BYTES ? formatBytes(count) : formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
