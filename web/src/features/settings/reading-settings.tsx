import type { Settings } from '../../api/shapes.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { Checkbox, Choices } from '../../ui/choice.tsx';
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
      <h2 id="reading-order">{texts.title}</h2>
      <Choices label={texts.label} hint={texts.hint}>
        {PARTS.map((part) => (
          <Checkbox
            key={part}
            label={texts.parts[part]}
            checked={chosen.includes(part)}
            onChange={({ currentTarget: { checked } }) =>
              form.change({
                reading_order_parts: PARTS.filter((one) => (one === part ? checked : chosen.includes(one))),
              })
            }
          />
        ))}
      </Choices>
    </section>
  );
}
