import { useQuery } from '@tanstack/react-query';
import type { Scholar, ScholarStatistics } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { fillYears } from './fill-years.ts';
import classes from './scholar-page.module.css';
import { isImporting } from './scholars-query.ts';
import { statisticsQuery } from './statistics-query.ts';
import { YearTable } from './year-table.tsx';

const texts = scholarsTexts.charts;
const YEAR_WIDTH = 40;

/** Charts of a scholar's publications and citations by year, or why there are none. */
export function ScholarCharts({ scholar }: { scholar: Scholar }) {
  const { data, error } = useQuery(statisticsQuery(scholar));
  if (error) return <ProblemText error={error} />;
  if (!data) return null;
  if (data.publication_count === 0)
    return <Text tone="quiet">{isImporting(scholar) ? texts.emptyImporting : texts.empty}</Text>;
  if (data.years.length === 0) return <Text tone="quiet">{texts.emptyYears}</Text>;
  return <Charts statistics={data} />;
}

function Charts({ statistics }: { statistics: ScholarStatistics }) {
  const { without_year: rest } = statistics;
  const { years, isCut } = fillYears(statistics.years);
  const published = years.map(({ year, publication_count }) => ({ year, value: publication_count }));
  const cited = years.map(({ year, citation_count }) => ({ year, value: citation_count }));
  return (
    <>
      <div className={classes.charts}>
        <BarChart
          title={texts.publications}
          label={describe(texts.publications, published, texts.publicationsIn)}
          bars={published.map((one) => barOf(one, texts.publicationsIn))}
          nameWidth={YEAR_WIDTH}
        />
        <BarChart
          title={texts.citations}
          label={describe(texts.citations, cited, texts.citationsOf)}
          bars={cited.map((one) => barOf(one, texts.citationsOf))}
          nameWidth={YEAR_WIDTH}
        />
      </div>
      <Text tone="quiet" data-mt="xs" data-mb="xs">
        {texts.sum(statistics.publication_count, statistics.citation_count)}
        {rest.publication_count > 0 && ` ${texts.withoutYear(rest.publication_count)}`}
        {isCut && ` ${texts.earlier(years[0]?.year ?? 0)}`}
      </Text>
      <YearTable statistics={statistics} />
    </>
  );
}

function barOf({ year, value }: { year: number; value: number }, format: (value: number) => string) {
  return { name: String(year), place: year, value, tooltip: `${year}: ${format(value)}` };
}

function describe(
  title: string,
  bars: readonly { year: number; value: number }[],
  format: (value: number) => string,
): string {
  const max = bars.reduce((one, other) => (other.value > one.value ? other : one));
  return texts.describe(title, bars[0]?.year ?? 0, bars.at(-1)?.year ?? 0, format(max.value), max.year);
}
