import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { type Draft, readDraft, withoutNames, withoutSaved } from './draft.ts';
import { settingsQuery } from './settings-query.ts';

/** Unsaved settings and their save. Values that the service rejects stay in the fields. */
export function useSettingsDraft() {
  const [draft, setDraft] = useState<Draft>({});
  const save = useMutation({
    mutationFn: (typed: Draft) => unwrap(api.PUT('/api/v1/settings', { body: readDraft(typed) })),
    onSuccess: (settings, typed) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      setDraft((before) => withoutSaved(before, typed));
    },
  });
  return {
    draft,
    save,
    isChanged: Object.keys(draft).length > 0,
    change(next: Draft) {
      setDraft((before) => ({ ...before, ...next }));
      // the message about the last save is out of date
      if (save.isSuccess) save.reset();
    },
    forget(...names: (keyof Draft)[]) {
      setDraft((before) => withoutNames(before, names));
    },
    discard() {
      setDraft({});
      save.reset();
    },
  };
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>;
