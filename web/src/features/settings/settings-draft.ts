import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { SettingsChange } from '../../api/shapes.ts';
import { joinInterval, type TypedInterval } from './interval.ts';
import { settingsQuery } from './settings-query.ts';

/** What was changed and is not saved yet, as it was typed; what is not here is as the service has it. */
export interface Draft extends Omit<SettingsChange, 'run_interval_minutes' | 'request_delay_seconds'> {
  readonly interval?: TypedInterval;
  readonly delay?: string;
}

/** Keeps what was changed until it is saved: what the service refuses stays in the fields. */
export function useSettingsDraft() {
  const [draft, setDraft] = useState<Draft>({});
  const save = useMutation({
    mutationFn: (typed: Draft) => take(api.PUT('/api/v1/settings', { body: readDraft(typed) })),
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      setDraft({});
    },
  });
  return {
    draft,
    save,
    isChanged: Object.keys(draft).length > 0,
    change(next: Draft) {
      setDraft((before) => ({ ...before, ...next }));
      // what was said of the last attempt does not hold any more
      if (save.isSuccess) save.reset();
    },
    forget(...names: (keyof Draft)[]) {
      setDraft((before) => {
        const after = { ...before };
        for (const name of names) delete after[name];
        return after;
      });
    },
    discard() {
      setDraft({});
      save.reset();
    },
  };
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>;

function readDraft({ interval, delay, ...rest }: Draft): SettingsChange {
  return {
    ...rest,
    ...(interval ? { run_interval_minutes: joinInterval(interval) } : {}),
    ...(delay === undefined ? {} : { request_delay_seconds: Number(delay) }),
  };
}
