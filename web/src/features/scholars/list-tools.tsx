import { scholarsTexts } from '../../texts/en/scholars.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import classes from './scholar-list.module.css';
import { MAX_NAME_LENGTH, SCHOLAR_ORDERS, type ScholarsSearch } from './scholars-search.ts';

const texts = scholarsTexts.list;
/** Shorter lists need no filter. */
const FILTERED_FROM = 10;

interface Props {
  readonly search: ScholarsSearch;
  /** numbers of all scholars and of those that match the filter */
  readonly all: number;
  readonly shown: number;
  onChange(changes: { q: string } | { order: string }): void;
}

/** Filter and order of the scholars. */
export function ListTools({ search, all, shown, onChange }: Props) {
  return (
    <div className={classes.tools}>
      {(all > FILTERED_FROM || search.q !== undefined) && (
        <SearchField
          label={texts.filter}
          clearLabel={texts.clearFilter}
          value={search.q ?? ''}
          maxLength={MAX_NAME_LENGTH}
          className={classes.filter}
          onChange={(q) => onChange({ q })}
        />
      )}
      {all > 1 && (
        <Select
          className={classes.order}
          aria-label={texts.sortBy}
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
