import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import classes from './scholar-list.module.css';
import { LONGEST_NAME, SCHOLAR_ORDERS, type ScholarsSearch } from './scholars-search.ts';

const texts = scholarsTexts.list;
/** Fewer are seen at one glance. */
const FILTERED_FROM = 10;
const ANSWER_AFTER_MS = 120;

interface Props {
  readonly search: ScholarsSearch;
  /** how many there are, and how many the filter lets through */
  readonly all: number;
  readonly shown: number;
  onChange(changes: { q: string } | { order: string }): void;
}

/** Which scholars are listed, and in which order. */
export function ListTools({ search, all, shown, onChange }: Props) {
  return (
    <div className={classes.tools}>
      {(all > FILTERED_FROM || search.q !== undefined) && (
        <FilterField q={search.q ?? ''} onChange={(q) => onChange({ q })} />
      )}
      {all > 1 && (
        <NativeSelect
          className={classes.order}
          aria-label={texts.orderedBy}
          value={search.order ?? 'name'}
          onChange={({ currentTarget }) => onChange({ order: currentTarget.value })}
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
  const timer = useRef(0);
  // who has left the page is not brought back
  useEffect(() => () => clearTimeout(timer.current), []);
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
      onChange={({ currentTarget }) => {
        clearTimeout(timer.current);
        timer.current = window.setTimeout(() => onChange(currentTarget.value), ANSWER_AFTER_MS);
      }}
    />
  );
}
