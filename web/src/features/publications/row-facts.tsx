import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { titleWithKey } from '../../ui/commands.ts';
import { PdfIcon } from '../../ui/icons.tsx';
import classes from './publication-row.module.css';
import { Authors, Matched } from './row-text.tsx';

/** The second line of a row: authors, venue, citations, identifier and PDF. */
export function RowFacts(props: { publication: Publication; search: string; reachable: 0 | -1 }) {
  const { publication, search, reachable } = props;
  const { display_identifier: identifier, pdf_url: pdf, venue_text: venue, citation_count: citations } = publication;
  return (
    <div className={classes.facts}>
      <span className={classes.authors}>
        <Authors
          authorText={publication.author_text}
          names={publication.scholars.map(({ label }) => label)}
          search={search}
          isShort
        />
      </span>
      {venue !== null && (
        <span className={classes.venue} dir="auto">
          <Matched text={venue} search={search} />
        </span>
      )}
      <span className={classes.links}>
        {citations > 0 && <span className={classes.cited}>{texts.publications.citations(citations)}</span>}
        {identifier !== null && (
          <a
            href={identifier.url}
            target="_blank"
            rel="noreferrer"
            tabIndex={reachable}
            className={classes.link}
            title={identifier.label}
          >
            {texts.identifiers[identifier.kind] ?? identifier.kind}
          </a>
        )}
        {pdf !== null ? (
          <a
            href={pdf}
            target="_blank"
            rel="noreferrer"
            tabIndex={reachable}
            className={classes.pdf}
            title={titleWithKey('openPdf', texts.publications.openPdf)}
          >
            <PdfIcon size={14} />
            PDF
          </a>
        ) : (
          <PdfState status={publication.pdf_status} />
        )}
      </span>
    </div>
  );
}

function PdfState({ status }: { status: Publication['pdf_status'] }) {
  const text = texts.pdf.short[status];
  return text === null ? null : <span className={classes.cited}>{text}</span>;
}
