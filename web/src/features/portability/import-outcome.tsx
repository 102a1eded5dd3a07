import { Button, Group, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ImportResult } from '../../api/shapes.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { formatNumber } from '../../ui/format.ts';
import classes from './import-library.module.css';

const texts = settingsTexts.library;
const COUNTS = [
  'scholars_created',
  'scholars_updated',
  'links_created',
  'links_updated',
  'publications_created',
  'publications_updated',
  'settings_updated',
  'views_created',
  'skipped_records',
] as const satisfies readonly (keyof ImportResult)[];
const MAX_OPEN = 5;

const takeFocus = (heading: HTMLElement | null) => heading?.focus();

interface ImportOutcomeProps {
  readonly name: string;
  readonly result: ImportResult;
  readonly isDryRun: boolean;
  /** takes the focus, because the previously focused button is gone */
  readonly hasFocus: boolean;
  readonly onApply: () => void;
  readonly onCancel: () => void;
}

/** The result of a preview or an import, which look different. */
export function ImportOutcome({ name, result, isDryRun, hasFocus, onApply, onCancel }: ImportOutcomeProps) {
  const { warnings } = result;
  const isNothing = COUNTS.every((count) => count === 'skipped_records' || result[count] === 0);
  return (
    <div className={classes.outcome} data-dry-run={isDryRun || undefined}>
      <Title order={3} size="h5" tabIndex={-1} ref={hasFocus ? takeFocus : undefined}>
        {isDryRun ? texts.preview : texts.done(name)}
      </Title>
      <Text size="sm" mt={4} mb="sm">
        {isDryRun ? (isNothing ? texts.nothing : texts.previewOf(name)) : texts.doneHint}
      </Text>
      <Table aria-label={isDryRun ? texts.preview : texts.done(name)}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.what}</Table.Th>
            <Table.Th className={classes.number}>{texts.howMany}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {COUNTS.map((count) => (
            <Table.Tr key={count} className={result[count] === 0 ? classes.quiet : undefined}>
              <Table.Td>{texts.rows[count]}</Table.Td>
              <Table.Td className={classes.number}>{formatNumber(result[count])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {warnings.length > 0 && (
        <details className={classes.warnings} open={warnings.length <= MAX_OPEN}>
          <summary>{texts.warnings(warnings.length)}</summary>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
      <Group gap="sm" mt="md">
        {isDryRun && !isNothing && <Button onClick={onApply}>{texts.apply}</Button>}
        {!isDryRun && (
          <Button variant="default" component={Link} to="/scholars">
            {texts.toScholars}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {isDryRun && !isNothing ? texts.cancel : texts.chooseOther}
        </Button>
      </Group>
    </div>
  );
}
