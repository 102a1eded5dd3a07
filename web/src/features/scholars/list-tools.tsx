import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import classes from './scholar-list.module.css';
import { LONGEST_NAME, readScholarsSearch, SCHOLAR_ORDERS, type ScholarsSearch } from './scholars-search.ts';

const texts = scholarsTexts.list;
/** Fewer are seen at one glance. */
const FILTERED_FROM = 10;

interface Props {
  readonly search: ScholarsSearch;
  /** how many there are, and how many the filter lets through */
  readonly all: number;
  readonly shown: number;
  onChange(search: ScholarsSearch): void;
}

/** Which scholars are listed, and in which order. */
export function ListTools({ search, all, shown, onChange }: Props) {
  const change = (changes: Record<string, string>) => onChange(readScholarsSearch({ ...search, ...changes }));
  return (
    <div className={classes.tools}>
      {(all > FILTERED_FROM || search.q !== undefined) && (
        <FilterField q={search.q ?? ''} onChange={(q) => change({ q })} />
      )}
      {all > 1 && (
        <NativeSelect
          className={classes.order}
          aria-label={texts.orderedBy}
          value={search.order ?? 'name'}
          onChange={({ currentTarget }) => change({ order: currentTarget.value })}
          data={SCHOLAR_ORDERS.map((order) => ({ value: order, label: texts.order[order] }))}
        />
      )}
      <span className={classes.count} role="status">
        {shown === all ? texts.count(all) : texts.countOf(shown, all)}
      </span>
    </div>
  );
}

function FilterField({ q, onChange }: { q: string; onChange(q: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  // the field is ahead of the address while one types; when another address was opened, that counts
  useEffect(() => {
    const { current: input } = field;
    if (input && input !== document.activeElement) input.value = q;
  }, [q]);
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.filter}
      aria-label={texts.filter}
      placeholder={texts.filter}
      leftSection={<SearchIcon size={16} />}
      maxLength={LONGEST_NAME}
      defaultValue={q}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
