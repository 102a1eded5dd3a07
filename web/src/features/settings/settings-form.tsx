import { useEffect, useRef } from 'react';
import type { Settings } from '../../api/shapes.ts';
import { settingsTexts as texts } from '../../texts/en/settings.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { KeySettings, LibrarySettings } from './key-settings.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { NavSettings } from './nav-settings.tsx';
import { ReadingSettings } from './reading-settings.tsx';
import { DelaySettings, RunSettings } from './run-settings.tsx';
import { useSettingsDraft } from './settings-draft.ts';
import classes from './settings-form.module.css';

/** All settings with one save button. Rejected values stay as typed. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const form = useSettingsDraft();
  const { save, isChanged } = form;
  const element = useRef<HTMLFormElement>(null);
  const problems = fieldProblems(save.error);
  const isMarked = Object.keys(problems).length > 0;
  // the rejected field may be far from the button
  useEffect(() => {
    if (save.error) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [save.error]);
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(form.draft);
      }}
    >
      <RunSettings settings={settings} form={form} problems={problems} />
      <DelaySettings settings={settings} form={form} problems={problems} />
      <NavSettings settings={settings} form={form} />
      <ReadingSettings settings={settings} form={form} />
      <LibrarySettings settings={settings} form={form} problems={problems} />
      <KeySettings settings={settings} form={form} problems={problems} />
      <ProblemText error={isMarked ? null : save.error} />
      <div className={classes.bar}>
        <BusyButton look="primary" type="submit" isBusy={save.isPending}>
          {texts.save}
        </BusyButton>
        {isChanged && (
          <Button
            onClick={({ currentTarget }) => {
              // this button disappears, so focus the one beside it
              currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
              form.discard();
            }}
          >
            {texts.discard}
          </Button>
        )}
        <p role="status">{isMarked ? texts.notSaved : isChanged ? texts.changed : save.isSuccess && texts.saved}</p>
      </div>
      <LeaveDialog form={form} />
    </form>
  );
}
