import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './page-nav.module.css';

interface Props {
  readonly label: string;
  readonly pages: readonly { readonly to: LinkProps['to']; readonly label: string }[];
}

/** The pages that belong together, below their heading. */
export function PageNav({ label, pages }: Props) {
  return (
    <nav className={classes.pages} aria-label={label}>
      {pages.map((page) => (
        <Link key={page.to} to={page.to} activeOptions={{ exact: true, includeSearch: false }}>
          {page.label}
        </Link>
      ))}
    </nav>
  );
}

/** Links that show everything in a list or one kind of it. The address has the choice. */
export function FilterNav({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={classes.choices} aria-label={label}>
      {children}
    </nav>
  );
}
