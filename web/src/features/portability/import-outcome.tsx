import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ImportResult } from '../../api/shapes.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { Button, lookOf } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Group } from '../../ui/layout.tsx';
import { Table } from '../../ui/table.tsx';
import { Text } from '../../ui/text.tsx';
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
  readonly onApply: (markRead: boolean) => void;
  readonly onCancel: () => void;
}

/** The result of a preview or an import, which look different. */
export function ImportOutcome({ name, result, isDryRun, hasFocus, onApply, onCancel }: ImportOutcomeProps) {
  const { warnings, links_known, links_created, skipped_records, scholars_created } = result;
  const [markRead, setMarkRead] = useState(false);
  const isNothing = COUNTS.every((count) => count === 'skipped_records' || result[count] === 0);
  return (
    <div className={classes.outcome} data-dry-run={isDryRun || undefined}>
      <h3 tabIndex={-1} ref={hasFocus ? takeFocus : undefined}>
        {isDryRun ? texts.preview : texts.done(name)}
      </h3>
      {isDryRun && (
        <Text data-mt="xs" data-mb="sm">
          {isNothing ? texts.nothing : texts.previewOf(name)} {texts.found(links_known, links_created, skipped_records)}
        </Text>
      )}
      {!isDryRun && scholars_created > 0 && (
        <Text data-mt="xs" data-mb="sm">
          {texts.doneHint}
        </Text>
      )}
      <Table aria-label={isDryRun ? texts.preview : texts.done(name)}>
        <thead>
          <tr>
            <th>{texts.what}</th>
            <th className={classes.number}>{texts.howMany}</th>
          </tr>
        </thead>
        <tbody>
          {COUNTS.map((count) => (
            <tr key={count} className={result[count] === 0 ? classes.quiet : undefined}>
              <td>{texts.rows[count]}</td>
              <td className={classes.number}>{formatNumber(result[count])}</td>
            </tr>
          ))}
        </tbody>
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
      {isDryRun && !isNothing && (
        <div data-mt="sm">
          <Checkbox
            label={texts.markRead}
            checked={markRead}
            onChange={({ currentTarget }) => setMarkRead(currentTarget.checked)}
          />
        </div>
      )}
      <Group data-mt="md">
        {isDryRun && !isNothing && (
          <Button look="primary" onClick={() => onApply(markRead)}>
            {texts.apply}
          </Button>
        )}
        {!isDryRun && scholars_created > 0 && (
          <Link to="/scholars" {...lookOf({})}>
            {texts.toScholars}
          </Link>
        )}
        <Button onClick={onCancel}>{isDryRun && !isNothing ? texts.cancel : texts.chooseOther}</Button>
      </Group>
    </div>
  );
}
