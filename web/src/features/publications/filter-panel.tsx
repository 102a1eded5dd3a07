import { Link } from '@tanstack/react-router';
import { texts } from '../../texts/en.ts';
import { Button } from '../../ui/button.tsx';
import { titleWithKey } from '../../ui/commands.ts';
import { ScholarCombobox } from '../scholars/scholar-combobox.tsx';
import { type Density, useDensity } from './density.ts';
import classes from './filter-panel.module.css';
import { directionOf, isToday, type ListSearch, SORTS, type Sort, sortOf } from './list-search.ts';
import { YearField } from './year-field.tsx';

interface Props {
  readonly search: ListSearch;
  readonly isSelecting: boolean;
  onSelecting(): void;
  onExport(): void;
  onChange(changes: Record<string, unknown>): void;
}

/** Scholar, years, order and density of the list. */
export function FilterPanel({ search, isSelecting, onSelecting, onExport, onChange }: Props) {
  const [chosen, setChosen] = useDensity();
  const density = search.layout ?? chosen;
  // a view has its own
  const setDensity = (layout: Density) => (search.saved === undefined ? setChosen(layout) : onChange({ layout }));
  return (
    <fieldset className={classes.panel}>
      <legend className="visually-hidden">{texts.publications.filter}</legend>
      <div className={classes.field}>
        <span aria-hidden="true">{texts.publications.scholar}</span>
        <ScholarCombobox value={search.scholar} className={undefined} onChange={(scholar) => onChange({ scholar })} />
      </div>
      {!isToday(search) && (
        <label className={classes.field}>
          {texts.publications.sortBy}
          <select
            value={`${sortOf(search)} ${directionOf(search)}`}
            onChange={({ currentTarget }) => {
              const [sort, dir] = currentTarget.value.split(' ');
              onChange({ sort, dir });
            }}
          >
            {SORTS.flatMap((sort) =>
              directionsFirst(sort).map((dir) => (
                <option key={`${sort} ${dir}`} value={`${sort} ${dir}`}>
                  {texts.publications.sort[sort][dir]}
                </option>
              )),
            )}
          </select>
        </label>
      )}
      <YearField label={texts.publications.fromYear} value={search.from} onChange={(from) => onChange({ from })} />
      <YearField label={texts.publications.toYear} value={search.to} onChange={(to) => onChange({ to })} />
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={density === 'abstracts'}
          onChange={({ currentTarget }) => setDensity(currentTarget.checked ? 'abstracts' : 'titles')}
        />
        {texts.publications.showAbstracts}
      </label>
      <Button
        isSmall
        aria-pressed={isSelecting}
        title={titleWithKey('select', texts.publications.selecting)}
        onClick={onSelecting}
      >
        {texts.publications.selecting}
      </Button>
      <Button isSmall aria-haspopup="dialog" onClick={onExport}>
        {texts.publications.export}
      </Button>
      {search.q !== undefined && (
        <Link to="/settings/rules" search={{ q: search.q }} className={classes.link}>
          {texts.publications.makeRule}
        </Link>
      )}
    </fieldset>
  );
}

function directionsFirst(sort: Sort): ('asc' | 'desc')[] {
  return directionOf({ sort }) === 'asc' ? ['asc', 'desc'] : ['desc', 'asc'];
}
