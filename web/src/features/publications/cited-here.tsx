import { Link } from '@tanstack/react-router';
import type { PublicationDetail } from '../../api/shapes.ts';
import { detailTexts as texts } from '../../texts/en/detail.ts';
import classes from './publication-detail.module.css';

/** The favorites that a publication cites, and a link to what cites it in the library. */
export function CitedHere({ detail }: { detail: PublicationDetail }) {
  const { publication_id: id, cited_favorites: named, cited_favorite_count: count, citing_count: citing } = detail;
  if (count === 0 && citing === 0) return null;
  return (
    <div className={classes.why}>
      {count > 0 && (
        <details>
          <summary>{texts.citesFavorites(count)}</summary>
          <ul className={classes.entries}>
            {named.map(({ publication_id, title }) => (
              <li key={publication_id}>
                <Link to="/" search={(before) => ({ ...before, open: publication_id })} dir="auto">
                  {title}
                </Link>
              </li>
            ))}
            {count > named.length && <li>{texts.moreFavorites(count - named.length)}</li>}
          </ul>
        </details>
      )}
      {citing > 0 && (
        <p>
          <Link to="/" search={{ view: 'all', q: `cites:${id}` }}>
            {texts.citedInLibrary(citing)}
          </Link>
        </p>
      )}
    </div>
  );
}
