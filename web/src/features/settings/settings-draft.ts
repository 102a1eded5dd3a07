import { useMutation } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { type Draft, readDraft, withoutNames, withoutSaved } from './draft.ts';
import { changeKept, isEmpty, useKeptDraft } from './kept-draft.ts';
import { settingsQuery } from './settings-query.ts';

/** Keeps what was changed until it is saved: what the service refuses stays in the fields, and there it is when one comes back. */
export function useSettingsDraft() {
  const draft = useKeptDraft();
  const save = useMutation({
    mutationFn: (typed: Draft) => take(api.PUT('/api/v1/settings', { body: readDraft(typed) })),
    onSuccess: (settings, typed) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      changeKept((before) => withoutSaved(before, typed));
    },
  });
  return {
    draft,
    save,
    isChanged: !isEmpty(draft),
    change(next: Draft) {
      changeKept((before) => ({ ...before, ...next }));
      // what was said of the last attempt does not hold any more
      if (save.isSuccess) save.reset();
    },
    forget(...names: (keyof Draft)[]) {
      changeKept((before) => withoutNames(before, names));
    },
    discard() {
      changeKept(() => ({}));
      save.reset();
    },
  };
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>;
