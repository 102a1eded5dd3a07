import { Anchor, Title } from '@mantine/core';
import type { PublicationDetail } from '../../api/shapes.ts';
import { detailTexts } from '../../texts/en/detail.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import classes from './publication-detail.module.css';

/** Papers of large collaborations have thousands of authors. */
const MAX_SHOWN = 50;

/** The abstract with its source, or nothing if no source has one. It is plain text with one line per paragraph. */
export function Abstract({ detail: { abstract, abstract_source: source } }: { detail: PublicationDetail }) {
  if (abstract === null) return null;
  return (
    <section className={classes.abstract}>
      <Title order={3} size="h6">
        {detailTexts.abstract}
      </Title>
      <p dir="auto">{abstract}</p>
      <From source={source} />
    </section>
  );
}

/** The authors with links to their ORCID records, or null if no source names them. */
export function authorsOf({ authors, authors_source: source, has_all_authors }: PublicationDetail) {
  if (authors.length === 0) return null;
  const shown = authors.slice(0, MAX_SHOWN);
  const hidden = authors.length - shown.length;
  return (
    <>
      {shown.map(({ position, name, orcid }, at) => (
        <span key={position}>
          {at > 0 && ', '}
          {orcid === null ? (
            <bdi>{name}</bdi>
          ) : (
            <Anchor href={`https://orcid.org/${orcid}`} target="_blank" rel="noreferrer" size="sm">
              <bdi>{name}</bdi>
            </Anchor>
          )}
        </span>
      ))}
      {hidden > 0 && ` ${detailTexts.moreAuthors(hidden)}`}
      {hidden === 0 && !has_all_authors && ' …'}
      <From source={source} />
    </>
  );
}

function From({ source }: { source: string | null }) {
  return source === null ? null : <span className={classes.quiet}>{sourceNames[source] ?? source}</span>;
}
