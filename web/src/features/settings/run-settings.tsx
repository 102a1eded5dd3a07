import { Alert, Input, NativeSelect, Switch, Text, TextInput, Title } from '@mantine/core';
import type { Settings } from '../../api/shapes.ts';
import { duration } from '../../texts/duration.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
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
      <Title order={2} size="h5" id="regular-runs">
        {texts.title}
      </Title>
      {!policy.automation_allowed && (
        <Alert color="yellow" variant="light" role="note">
          {texts.notAllowed}
        </Alert>
      )}
      <Switch
        label={texts.enabled}
        description={texts.enabledHint}
        checked={form.draft.auto_run_enabled ?? settings.auto_run_enabled}
        onChange={({ currentTarget }) => form.change({ auto_run_enabled: currentTarget.checked })}
      />
      <div>
        <div className={classes.interval}>
          <TextInput
            type="number"
            min={0}
            step="any"
            required
            withAsterisk={false}
            label={texts.interval}
            aria-describedby="interval-hint interval-problem"
            value={interval.amount}
            error={problem !== undefined}
            onChange={({ currentTarget }) => form.change({ interval: { ...interval, amount: currentTarget.value } })}
          />
          <NativeSelect
            aria-label={texts.unit}
            value={interval.unit}
            data={UNITS.map((unit) => ({ value: unit, label: texts.units[unit](Number(interval.amount)) }))}
            onChange={({ currentTarget }) =>
              form.change({ interval: { ...interval, unit: currentTarget.value as Unit } })
            }
          />
        </div>
        <Input.Description id="interval-hint" mt={4}>
          {texts.intervalHint(duration(policy.min_run_interval_minutes * 60), duration(MAX_INTERVAL_MINUTES * 60))}
        </Input.Description>
        {problem && (
          <Input.Error id="interval-problem" mt={4}>
            {texts.inMinutes(problem)}
          </Input.Error>
        )}
      </div>
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
      <Title order={2} size="h5" id="delay">
        {texts.title}
      </Title>
      <TextInput
        type="number"
        min={0}
        step="any"
        required
        withAsterisk={false}
        classNames={{ wrapper: classes.short }}
        label={texts.label}
        description={texts.hint(duration(policy.min_request_delay_seconds), duration(MAX_DELAY_SECONDS))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={form.draft.delay ?? String(settings.request_delay_seconds)}
        error={problem && texts.inSeconds(problem)}
        onChange={({ currentTarget }) => form.change({ delay: currentTarget.value })}
      />
      <Text size="sm" c="dimmed">
        {texts.cooldowns(duration(policy.cooldown_blocked_seconds), duration(policy.cooldown_network_seconds))}
      </Text>
    </section>
  );
}
