import type { Settings } from '../../api/shapes.ts';
import { duration } from '../../texts/duration.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { Alert } from '../../ui/alert.tsx';
import { Switch } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Text } from '../../ui/text.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { MAX_INTERVAL_MINUTES, splitInterval, UNITS, type Unit } from './interval.ts';
import type { SettingsDraft } from './settings-draft.ts';
import classes from './settings-form.module.css';

const MAX_DELAY_SECONDS = 600;

interface SectionProps {
  readonly settings: Settings;
  readonly form: SettingsDraft;
  readonly problems: Readonly<Record<string, string>>;
}

/** The schedule of runs. */
export function RunSettings({ settings, form, problems }: SectionProps) {
  const texts = settingsTexts.runs;
  const { policy } = settings;
  const interval = form.draft.interval ?? splitInterval(settings.run_interval_minutes);
  const problem = problems.run_interval_minutes;
  return (
    <section className={classes.section} aria-labelledby="regular-runs">
      <h2 id="regular-runs">{texts.title}</h2>
      {!policy.automation_allowed && <Alert role="note">{texts.notAllowed}</Alert>}
      <Switch
        label={texts.enabled}
        hint={texts.enabledHint}
        checked={form.draft.auto_run_enabled ?? settings.auto_run_enabled}
        onChange={({ currentTarget }) => form.change({ auto_run_enabled: currentTarget.checked })}
      />
      <Field
        label={texts.interval}
        hint={texts.intervalHint(duration(policy.min_run_interval_minutes * 60), duration(MAX_INTERVAL_MINUTES * 60))}
        isHintBelow
        error={problem && texts.inMinutes(problem)}
      >
        {(control) => (
          <div className={classes.interval}>
            <input
              {...control}
              type="number"
              min={0}
              step="any"
              required
              value={interval.amount}
              onChange={({ currentTarget }) => form.change({ interval: { ...interval, amount: currentTarget.value } })}
            />
            <Select
              aria-label={texts.unit}
              value={interval.unit}
              data={UNITS.map((unit) => ({ value: unit, label: texts.units[unit](Number(interval.amount)) }))}
              onChange={({ currentTarget }) =>
                form.change({ interval: { ...interval, unit: currentTarget.value as Unit } })
              }
            />
          </div>
        )}
      </Field>
    </section>
  );
}

/** The delay between requests to Google Scholar. */
export function DelaySettings({ settings, form, problems }: SectionProps) {
  const texts = settingsTexts.delay;
  const { policy } = settings;
  const problem = problems.request_delay_seconds;
  return (
    <section className={classes.section} aria-labelledby="delay">
      <h2 id="delay">{texts.title}</h2>
      <TextInput
        type="number"
        min={0}
        step="any"
        required
        className={classes.short}
        label={texts.label}
        hint={texts.hint(duration(policy.min_request_delay_seconds), duration(MAX_DELAY_SECONDS))}
        isHintBelow
        value={form.draft.delay ?? String(settings.request_delay_seconds)}
        error={problem && texts.inSeconds(problem)}
        onChange={({ currentTarget }) => form.change({ delay: currentTarget.value })}
      />
      <Text tone="quiet">
        {texts.cooldowns(duration(policy.cooldown_blocked_seconds), duration(policy.cooldown_network_seconds))}
      </Text>
    </section>
  );
}
