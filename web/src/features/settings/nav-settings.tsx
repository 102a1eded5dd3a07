import { useSuspenseQuery } from '@tanstack/react-query';
import type { Settings } from '../../api/shapes.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { Checkbox, Choices } from '../../ui/choice.tsx';
import { sessionQuery } from '../accounts/session-query.ts';
import type { SettingsDraft } from './settings-draft.ts';
import classes from './settings-form.module.css';

const texts = settingsTexts.pages;
type Page = Settings['nav_visible_pages'][number];
/** The pages that this application has. */
const OFFERED = ['publications', 'scholars', 'runs', 'settings', 'users'] as const satisfies readonly Page[];

/** Chooses the pages in the navigation. Pages that are not offered here keep their state. */
export function NavSettings({ settings, form }: { settings: Settings; form: SettingsDraft }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const shown = form.draft.nav_visible_pages ?? settings.nav_visible_pages;
  const offered = OFFERED.filter((page) => page !== 'users' || session?.user.is_admin);
  const isOffered = (page: Page) => offered.some((one) => one === page);
  const change = (page: Page, isShown: boolean) =>
    form.change({
      nav_visible_pages: [
        ...shown.filter((one) => !isOffered(one)),
        ...offered.filter((one) => (one === page ? isShown : shown.includes(one))),
      ],
    });
  return (
    <section className={classes.section} aria-labelledby="navigation">
      <h2 id="navigation">{texts.title}</h2>
      <Choices label={texts.label} hint={texts.hint}>
        {offered.map((page) => (
          <Checkbox
            key={page}
            label={texts.names[page]}
            checked={shown.includes(page)}
            onChange={({ currentTarget }) => change(page, currentTarget.checked)}
          />
        ))}
      </Choices>
    </section>
  );
}
