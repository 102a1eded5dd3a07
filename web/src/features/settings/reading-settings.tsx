import { Checkbox, Stack, Title } from '@mantine/core';
import type { Settings } from '../../api/shapes.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import type { SettingsDraft } from './settings-draft.ts';
import classes from './settings-form.module.css';

const texts = settingsTexts.readingOrder;
const PARTS = [
  'people',
  'words',
  'venues',
  'references',
  'freshness',
] as const satisfies readonly Settings['reading_order_parts'][number][];

/** Switches the parts of the reading order on and off. */
export function ReadingSettings({ settings, form }: { settings: Settings; form: SettingsDraft }) {
  const chosen = form.draft.reading_order_parts ?? settings.reading_order_parts;
  return (
    <section className={classes.section} aria-labelledby="reading-order">
      <Title order={2} size="h5" id="reading-order">
        {texts.title}
      </Title>
      <Checkbox.Group
        label={texts.label}
        description={texts.hint}
        value={[...chosen]}
        onChange={(selected) => form.change({ reading_order_parts: PARTS.filter((part) => selected.includes(part)) })}
      >
        <Stack gap="xs" mt="xs">
          {PARTS.map((part) => (
            <Checkbox key={part} value={part} label={texts.parts[part]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </section>
  );
}
