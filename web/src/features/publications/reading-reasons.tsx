import type { Publication } from '../../api/shapes.ts';
import { readingTexts as texts } from '../../texts/en/reading.ts';
import classes from './publication-row.module.css';

type Reason = NonNullable<Publication['reading_reasons']>[number];

/** Why a publication is where it is in the reading order: its two largest parts. */
export function ReadingReasons({ reasons }: { reasons: readonly Reason[] }) {
  if (reasons.length === 0) return null;
  return (
    <p className={classes.reasons} dir="auto">
      {reasons.map((reason) => texts.reasons[reason.part](reason)).join(' · ')}
    </p>
  );
}
