import { duplicateTexts as texts } from '../../texts/en/duplicates.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Select } from '../../ui/select.tsx';
import classes from './duplicates.module.css';
import type { SearchOptions } from './duplicates-query.ts';

const CERTAINTIES = [40, 60, 80, 90, 98];
const YEARS = [0, 1, 2, 5, 10];

interface Props {
  readonly options: SearchOptions;
  readonly isSearching: boolean;
  onChange(options: SearchOptions): void;
  onSearch(): void;
}

/** Thresholds of the search. The address holds them. */
export function SearchForm({ options, isSearching, onChange, onSearch }: Props) {
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      <Select
        label={texts.certainty}
        value={options.certainty}
        onChange={({ currentTarget }) => onChange({ ...options, certainty: Number(currentTarget.value) })}
        data={withCurrent(CERTAINTIES, options.certainty).map((value) => ({
          value: String(value),
          label: texts.certaintyOf(value),
        }))}
      />
      <Select
        label={texts.years}
        value={options.years}
        onChange={({ currentTarget }) => onChange({ ...options, years: Number(currentTarget.value) })}
        data={withCurrent(YEARS, options.years).map((value) => ({ value: String(value), label: texts.yearsOf(value) }))}
      />
      <BusyButton type="submit" isBusy={isSearching}>
        {texts.search}
      </BusyButton>
    </form>
  );
}

/** The choices, including the current value if it is not one of them. */
function withCurrent(choices: readonly number[], current: number): number[] {
  return [...new Set([...choices, current])].sort((a, b) => a - b);
}
