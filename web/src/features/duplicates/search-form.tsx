import { NativeSelect } from '@mantine/core';
import { duplicateTexts as said } from '../../texts/en/duplicates.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import classes from './duplicates.module.css';
import type { Terms } from './duplicates-query.ts';

const SURE = [40, 60, 80, 90, 98];
const YEARS = [0, 1, 2, 5, 10];

interface Props {
  readonly terms: Terms;
  readonly isSearching: boolean;
  onChange(terms: Terms): void;
  onSearch(): void;
}

/** What counts as one work; it stands in the address. */
export function SearchForm({ terms, isSearching, onChange, onSearch }: Props) {
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      <NativeSelect
        label={said.sure}
        value={terms.sure}
        onChange={({ currentTarget }) => onChange({ ...terms, sure: Number(currentTarget.value) })}
        data={among(SURE, terms.sure).map((value) => ({ value: String(value), label: said.sureOf(value) }))}
      />
      <NativeSelect
        label={said.years}
        value={terms.years}
        onChange={({ currentTarget }) => onChange({ ...terms, years: Number(currentTarget.value) })}
        data={among(YEARS, terms.years).map((value) => ({ value: String(value), label: said.yearsOf(value) }))}
      />
      <BusyButton type="submit" variant="default" isBusy={isSearching}>
        {said.search}
      </BusyButton>
    </form>
  );
}

/** The choices, with the one that the address names. */
function among(choices: readonly number[], chosen: number): number[] {
  return [...new Set([...choices, chosen])].sort((a, b) => a - b);
}
