import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { type Draft, readDraft, withoutNames, withoutSaved } from './draft.ts';
import { changeKept, isEmpty, useKeptDraft } from './kept-draft.ts';
import { settingsQuery } from './settings-query.ts';

/** Unsaved settings and their save. Values that the service rejects stay in the fields, even if the user leaves the page. */
export function useSettingsDraft() {
  const draft = useKeptDraft();
  const save = useMutation({
    mutationFn: (typed: Draft) => unwrap(api.PUT('/api/v1/settings', { body: readDraft(typed) })),
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
      // the message about the last save is out of date
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
