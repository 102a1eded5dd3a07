import { useQuery } from '@tanstack/react-query';
import type { IntegrityReport } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { formatTime } from '../../ui/format.ts';
import { Group } from '../../ui/layout.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Text } from '../../ui/text.tsx';
import list from '../admin/list.module.css';
import { Section } from '../admin/section.tsx';
import { CheckList } from './check-list.tsx';
import { integrityQuery } from './integrity-query.ts';
import { Metrics } from './metrics.tsx';

const { integrity: texts } = repairTexts;

/** The integrity report: problems first, then metrics and the checks that passed. */
export function IntegritySection() {
  const { data: report, error, isFetching, refetch } = useQuery(integrityQuery);
  return (
    <Section
      title={texts.title}
      hint={texts.hint}
      actions={
        <BusyButton isBusy={isFetching && report !== undefined} onClick={() => void refetch()}>
          {texts.checkAgain}
        </BusyButton>
      }
    >
      <ProblemText error={error} />
      {report ? (
        <Report report={report} />
      ) : (
        isFetching && (
          <Group role="status">
            <Spinner />
            <Text>{texts.checking}</Text>
          </Group>
        )
      )}
    </Section>
  );
}

function Report({ report }: { report: IntegrityReport }) {
  const { checks, failures, warnings } = report;
  const metrics = checks.filter(({ severity }) => severity === 'metric');
  const found = checks.filter(({ severity, count }) => severity !== 'metric' && count > 0);
  const passed = checks.filter(({ severity, count }) => severity !== 'metric' && count === 0);
  return (
    <>
      <Text role="status">
        <span className={list.strong}>
          {found.length === 0 ? texts.passed : texts.found(failures.length, warnings.length)}
        </span>{' '}
        <span className={list.quiet}>{texts.at(formatTime(report.checked_at))}</span>
      </Text>
      <CheckList checks={found} />
      <Metrics metrics={metrics} />
      <details className={list.details}>
        <summary>{texts.passedChecks(passed.length)}</summary>
        <CheckList checks={passed} />
      </details>
    </>
  );
}
