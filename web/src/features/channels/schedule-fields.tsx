import { channelTexts } from '../../texts/en/channels.ts';
import { Checkbox, Choices } from '../../ui/choice.tsx';
import { Select } from '../../ui/select.tsx';
import { Text } from '../../ui/text.tsx';
import classes from './channel-dialog.module.css';
import { EVERY_DAY, FREQUENCIES, type Schedule, withFrequency } from './channel-draft.ts';
import { formatHour, weekdayName } from './describe-channel.ts';

const texts = channelTexts.form;
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour) }));
const SHORT = 3;

interface Props {
  readonly schedule: Schedule;
  /** whether events of some minutes are one message */
  readonly isBundled: boolean;
  readonly problems: Readonly<Record<string, string>>;
  onChange(schedule: Schedule): void;
}

/** When a channel sends. */
export function ScheduleFields({ schedule, isBundled, problems, onChange }: Props) {
  const { frequency, hour, weekdays, time_zone: zone } = schedule;
  return (
    <>
      <div className={classes.when}>
        <Select
          label={texts.when}
          value={frequency}
          hint={frequency === 'at_once' && isBundled ? texts.atOnceHint : undefined}
          isHintBelow
          data={FREQUENCIES.map((value) => ({ value, label: texts.frequencies[value] }))}
          onChange={({ currentTarget }) =>
            onChange(withFrequency(schedule, currentTarget.value as Schedule['frequency']))
          }
        />
        {frequency === 'weekly' && (
          <Select
            label={texts.day}
            value={String(weekdays[0])}
            data={EVERY_DAY.map((day) => ({ value: String(day), label: weekdayName(day) }))}
            onChange={({ currentTarget }) => onChange({ ...schedule, weekdays: [Number(currentTarget.value)] })}
          />
        )}
        {frequency !== 'at_once' && (
          <>
            <Select
              label={texts.hour}
              value={String(hour)}
              data={HOURS}
              onChange={({ currentTarget }) => onChange({ ...schedule, hour: Number(currentTarget.value) })}
            />
            <Select
              label={texts.timeZone}
              value={zone}
              data={zonesWith(zone)}
              error={problems.time_zone && texts.problems.time_zone(problems.time_zone)}
              onChange={({ currentTarget }) => onChange({ ...schedule, time_zone: currentTarget.value })}
            />
          </>
        )}
      </div>
      {frequency === 'daily' && (
        <Choices label={texts.days}>
          <div className={classes.days}>
            {EVERY_DAY.map((day) => (
              <Checkbox
                key={day}
                label={<abbr title={weekdayName(day)}>{weekdayName(day).slice(0, SHORT)}</abbr>}
                aria-label={weekdayName(day)}
                checked={weekdays.includes(day)}
                onChange={() => onChange({ ...schedule, weekdays: toggled(weekdays, day) })}
              />
            ))}
          </div>
          {weekdays.length === 0 && (
            <Text tone="bad" role="alert">
              {texts.chooseDay}
            </Text>
          )}
        </Choices>
      )}
    </>
  );
}

export function isScheduleComplete({ weekdays }: Schedule): boolean {
  return weekdays.length > 0;
}

/** All time zones that the browser knows, and the chosen one. */
function zonesWith(zone: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].sort();
}

function toggled(days: readonly number[], day: number): number[] {
  return days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort();
}
