import { Link } from '@tanstack/react-router';
import { adminTexts } from '../../texts/en/admin.ts';
import nav from '../admin/admin-nav.module.css';
import { AUDIT_KINDS, type AuditKind } from '../admin/admin-search.ts';

const { audit: texts } = adminTexts;

/** Shows all entries, changes or sign-ins. The address holds the choice. */
export function KindFilter({ kind }: { kind: AuditKind | undefined }) {
  return (
    <nav className={nav.choices} aria-label={texts.byKind}>
      {[undefined, ...AUDIT_KINDS].map((one) => (
        <Link
          key={one ?? 'all'}
          to="/admin/audit"
          search={one ? { kind: one } : {}}
          className={nav.section}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={one === kind ? 'page' : undefined}
        >
          {texts.kinds[one ?? 'all']}
        </Link>
      ))}
    </nav>
  );
}
