import { Link } from '@tanstack/react-router';
import { searchTexts } from '../texts/en/search.ts';
import { Page } from '../ui/page.tsx';
import classes from './search-help.module.css';

const texts = searchTexts.page;

/** What one can write in the search field. Each example is a link to what it finds. */
export function SearchHelpPage() {
  return (
    <Page title={texts.title} windowTitle={texts.windowTitle}>
      <p>{texts.intro}</p>
      {texts.groups.map(({ title, rows }) => (
        <section key={title} aria-label={title}>
          <h2 className={classes.heading}>{title}</h2>
          <table className={classes.examples}>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">{texts.search}</th>
                <th scope="col">{texts.finds}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([search, meaning]) => (
                <tr key={search}>
                  <td>
                    <Link to="/" search={{ view: 'all', q: search }}>
                      <code>{search}</code>
                    </Link>
                  </td>
                  <td>{meaning}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      <p>{texts.pasted}</p>
    </Page>
  );
}
