import { Link } from '@tanstack/react-router';
import { adminTexts } from '../../texts/en/admin.ts';
import nav from '../admin/admin-nav.module.css';
import { PDF_STATES, type PdfState } from '../admin/admin-search.ts';

const { pdfs: texts } = adminTexts;

/** Filters the searches by status. The address holds the filter. */
export function StateFilter({ status }: { status: PdfState | undefined }) {
  return (
    <nav className={nav.choices} aria-label={texts.filter}>
      {[undefined, ...PDF_STATES].map((state) => (
        <Link
          key={state ?? 'all'}
          to="/admin/pdfs"
          search={state ? { status: state } : {}}
          className={nav.section}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={state === status ? 'page' : undefined}
        >
          {state ? texts.state[state] : texts.all}
        </Link>
      ))}
    </nav>
  );
}
