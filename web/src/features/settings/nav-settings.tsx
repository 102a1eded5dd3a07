import { Checkbox, Stack, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Settings } from '../../api/shapes.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
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
  const change = (selected: readonly string[]) =>
    form.change({
      nav_visible_pages: [
        ...shown.filter((page) => !isOffered(page)),
        ...offered.filter((page) => selected.includes(page)),
      ],
    });
  return (
    <section className={classes.section} aria-labelledby="navigation">
      <Title order={2} size="h5" id="navigation">
        {texts.title}
      </Title>
      <Checkbox.Group label={texts.label} description={texts.hint} value={[...shown]} onChange={change}>
        <Stack gap="xs" mt="xs">
          {offered.map((page) => (
            <Checkbox key={page} value={page} label={texts.names[page]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </section>
  );
}
