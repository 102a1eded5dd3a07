import { NativeSelect } from '@mantine/core';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { SearchField } from '../../ui/search-field.tsx';
import classes from './scholar-list.module.css';
import { LONGEST_NAME, SCHOLAR_ORDERS, type ScholarsSearch } from './scholars-search.ts';

const texts = scholarsTexts.list;
/** Fewer are seen at one glance. */
const FILTERED_FROM = 10;

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
        <SearchField
          label={texts.filter}
          clearLabel={texts.clearFilter}
          value={search.q ?? ''}
          maxLength={LONGEST_NAME}
          className={classes.filter}
          onChange={(q) => onChange({ q })}
        />
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
