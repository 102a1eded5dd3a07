import type { PublicationDetail } from '../../api/shapes.ts';
import { detailTexts } from '../../texts/en/detail.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import classes from './publication-detail.module.css';

/** The abstract with its source, or nothing if no source has one. It is plain text with one line per paragraph. */
export function Abstract({ detail: { abstract, abstract_source: source } }: { detail: PublicationDetail }) {
  if (abstract === null) return null;
  return (
    <section className={classes.abstract} aria-label={detailTexts.abstract}>
      <p dir="auto">{abstract}</p>
      {source !== null && <p className={classes.source}>{detailTexts.abstractFrom(sourceNames[source] ?? source)}</p>}
    </section>
  );
}
