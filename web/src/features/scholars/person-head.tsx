import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Scholar } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { lookOf } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { ListSearch } from '../publications/list-search.ts';
import { describeState } from './describe-state.ts';
import { fillYears } from './fill-years.ts';
import { nameOf } from './order-scholars.ts';
import classes from './person-head.module.css';
import { ScholarPicture } from './scholar-picture.tsx';
import { scholarQuery } from './scholars-query.ts';
import { statisticsQuery } from './statistics-query.ts';

const texts = scholarsTexts.person;

/** Above the list of a scholar: who it is, how much there is, and their years, each of which filters the list. */
export function PersonHead({ id, search }: { id: number; search: ListSearch }) {
  const { data: scholar, isError } = useQuery(scholarQuery(id));
  if (isError) return <h1 className={classes.name}>{scholarsTexts.one.notFound}</h1>;
  return (
    <>
      <div className={classes.person}>
        {scholar ? <ScholarPicture scholar={scholar} size="md" /> : <Avatar src={null} name="" size="md" />}
        <div className={classes.who}>
          <h1 className={classes.name} dir="auto">
            {scholar && nameOf(scholar)}
          </h1>
          <p className={classes.place} dir="auto">
            {scholar?.affiliation}
          </p>
        </div>
        <Link to="/scholars/$id" params={{ id: String(id) }} {...lookOf({})}>
          {texts.manage}
        </Link>
      </div>
      {scholar ? <Years scholar={scholar} search={search} /> : <div className={classes.years} />}
    </>
  );
}

/** What the scholar published each year, the latest first. Empty until it is known, with the same height. */
function Years({ scholar, search }: { scholar: Scholar; search: ListSearch }) {
  const { data } = useQuery(statisticsQuery(scholar));
  const now = useNow();
  const { years, isCut } = fillYears(data?.years ?? []);
  const most = Math.max(...years.map(({ publication_count: count }) => count));
  return (
    <>
      <p className={classes.sum}>
        {scholarsTexts.publications(scholar.publication_count)} · {describeState(scholar, now)}
        {data && ` · ${texts.citations(data.citation_count)}`}
      </p>
      <nav className={classes.years} aria-label={texts.byYear}>
        {years.toReversed().map(({ year, publication_count: count, citation_count: cited }) => {
          const isChosen = search.from === year && search.to === year;
          const description = texts.year(year, count, cited);
          return count === 0 ? (
            <span key={year} className={classes.year} title={description} />
          ) : (
            <Link
              key={year}
              to="/"
              search={{ ...search, open: undefined, ...(isChosen ? ANY_YEAR : { from: year, to: year }) }}
              replace
              className={classes.year}
              aria-current={isChosen || undefined}
              title={description}
            >
              <span className="visually-hidden">{description}</span>
              <span aria-hidden="true" className={classes.count}>
                {count}
              </span>
              <span aria-hidden="true" className={classes.bar} style={{ height: `${(100 * count) / most}%` }} />
              <span aria-hidden="true" className={classes.number}>
                {String(year).slice(2)}
              </span>
            </Link>
          );
        })}
        {isCut && (
          <Link
            to="/"
            search={{ ...search, open: undefined, from: undefined, to: (years[0]?.year ?? 1) - 1 }}
            replace
            className={classes.earlier}
          >
            {texts.earlier}
          </Link>
        )}
      </nav>
    </>
  );
}

const ANY_YEAR = { from: undefined, to: undefined };
