import { Link } from '@tanstack/react-router';
import { adminTexts } from '../../texts/en/admin.ts';
import classes from './admin-nav.module.css';

export const SECTIONS = [
  { name: 'users', to: '/admin/users' },
  { name: 'library', to: '/admin/library' },
  { name: 'duplicates', to: '/admin/near-duplicates' },
  { name: 'pdfs', to: '/admin/pdfs' },
  { name: 'sources', to: '/admin/sources' },
  { name: 'audit', to: '/admin/audit' },
] as const;

/** Navigation between the admin pages. */
export function AdminNav() {
  return (
    <nav className={classes.nav} aria-label={adminTexts.sections}>
      {SECTIONS.map(({ name, to }) => (
        <Link key={name} to={to} className={classes.section} activeOptions={{ includeSearch: false }}>
          {adminTexts.section[name]}
        </Link>
      ))}
    </nav>
  );
}
