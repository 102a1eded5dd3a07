import { Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { IntegrityReport } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { formatTime } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import list from '../admin/list.module.css';
import { Section } from '../admin/section.tsx';
import { CheckList } from './check-list.tsx';
import { Figures } from './figures.tsx';
import { integrityQuery } from './integrity-query.ts';

const { integrity: said } = repairTexts;

/** Whether all that is stored fits together: what does not first, then what was looked at. */
export function IntegritySection() {
  const { data: report, error, isFetching, refetch } = useQuery(integrityQuery);
  return (
    <Section
      title={said.title}
      hint={said.hint}
      actions={
        <BusyButton variant="default" isBusy={isFetching && report !== undefined} onClick={() => void refetch()}>
          {said.again}
        </BusyButton>
      }
    >
      <ProblemText error={error} />
      {report ? (
        <Report report={report} />
      ) : (
        isFetching && (
          <Group gap="sm" role="status">
            <Loader size="sm" />
            <Text size="sm">{said.looking}</Text>
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
  const sound = checks.filter(({ severity, count }) => severity !== 'metric' && count === 0);
  return (
    <>
      <Text role="status">
        <span className={list.strong}>
          {found.length === 0 ? said.passed : said.found(failures.length, warnings.length)}
        </span>{' '}
        <span className={list.quiet}>{said.at(formatTime(report.checked_at))}</span>
      </Text>
      <CheckList checks={found} />
      <Figures metrics={metrics} />
      <details className={list.details}>
        <summary>{said.sound(sound.length)}</summary>
        <CheckList checks={sound} />
      </details>
    </>
  );
}
