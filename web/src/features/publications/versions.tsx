import type { PublicationDetail } from '../../api/shapes.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import { versionTexts as texts } from '../../texts/en/versions.ts';
import { formatPartialDay } from '../../ui/format.ts';
import classes from './publication-detail.module.css';

type Version = PublicationDetail['versions'][number];

/** The versions of a publication, the published one first. A single one says no more than the rest of the details. */
export function Versions({ versions }: { versions: readonly Version[] }) {
  if (versions.length < 2 && !versions.some(({ version_number }) => version_number !== null)) return null;
  return (
    <ul className={classes.entries}>
      {versions.map((version) => (
        <VersionLine key={`${version.stage} ${version.venue} ${version.url}`} version={version} />
      ))}
    </ul>
  );
}

/** What the version is, where, which and when it is, and who says so, with the place as a link. */
function VersionLine({ version }: { version: Version }) {
  const { stage, venue, version_number: number, published_on: day, url, source } = version;
  const kind = texts.stages[stage];
  const place = venue ?? url?.replace('https://doi.org/', '') ?? null;
  const rest = [
    number === null ? null : texts.number(number),
    day === null ? null : formatPartialDay(day),
    sourceNames[source] ?? source,
  ];
  return (
    <li>
      {kind !== null && `${kind} · `}
      {place !== null && (
        <>
          {url === null ? (
            <bdi>{place}</bdi>
          ) : (
            <a href={url} className={classes.venueLink} target="_blank" rel="noreferrer">
              <bdi>{place}</bdi>
            </a>
          )}
          {' · '}
        </>
      )}
      {rest.filter((part) => part !== null).join(' · ')}
    </li>
  );
}
