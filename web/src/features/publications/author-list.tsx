import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Publication, PublicationDetail } from '../../api/shapes.ts';
import { detailTexts } from '../../texts/en/detail.ts';
import { findTracked, splitAuthors } from './find-tracked-authors.ts';
import classes from './publication-detail.module.css';

/** Papers of large collaborations have thousands of authors. */
const MAX_SHOWN = 50;

interface Author {
  readonly name: string;
  readonly orcid: string | null;
}

/**
 * The authors: your scholars with links to their publications here, others with their ORCID records, if a source names
 * them.
 */
export function AuthorList({
  publication,
  detail,
}: {
  publication: Publication;
  detail: PublicationDetail | undefined;
}) {
  const { scholars, author_text: text } = publication;
  const labels = scholars.map(({ label }) => label);
  const full: readonly Author[] = detail?.authors ?? [];
  const authors = full.length > 0 ? full : splitAuthors(text ?? '').map((name) => ({ name, orcid: null }));
  const shown = authors.slice(0, MAX_SHOWN);
  const hidden = authors.length - shown.length;
  const found = new Set(shown.map(({ name }) => findTracked(name, labels)));
  const missing = labels.filter((label) => !found.has(label));
  const link = (label: string, name: string) => {
    const scholar = scholars.find((one) => one.label === label);
    return scholar === undefined ? (
      <bdi>{name}</bdi>
    ) : (
      <Link to="/" search={{ view: 'all', scholar: scholar.scholar_profile_id }} className={classes.tracked}>
        <bdi>{name}</bdi>
      </Link>
    );
  };
  const named = ({ name, orcid }: Author): ReactNode => {
    const tracked = findTracked(name, labels);
    if (tracked !== undefined) return link(tracked, name);
    if (orcid === null) return <bdi>{name}</bdi>;
    return (
      <a href={`https://orcid.org/${orcid}`} target="_blank" rel="noreferrer">
        <bdi>{name}</bdi>
      </a>
    );
  };
  return (
    <p className={classes.authors}>
      {shown.map((author, at) => (
        // two authors may have the same name, and their order never changes
        <span key={at}>
          {at > 0 && ', '}
          {named(author)}
        </span>
      ))}
      {hidden > 0 && ` ${detailTexts.moreAuthors(hidden)}`}
      {hidden === 0 && full.length > 0 && detail?.has_all_authors === false && ' …'}
      {missing.map((label, at) => (
        <span key={label}>
          {(shown.length > 0 || at > 0) && ' · '}
          {link(label, label)}
        </span>
      ))}
    </p>
  );
}
