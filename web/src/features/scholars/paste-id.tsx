import { TextInput } from '@mantine/core';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import classes from './name-search.module.css';

const texts = scholarsTexts.search;

/** A field for the profile of a person whose profile no source knows. */
export function PasteId({ isPending, onTrack }: { isPending: boolean; onTrack(input: string): void }) {
  return (
    <form
      className={classes.paste}
      onSubmit={(event) => {
        event.preventDefault();
        onTrack(String(new FormData(event.currentTarget).get('profile')).trim());
      }}
    >
      <TextInput
        name="profile"
        label={texts.idLabel}
        maxLength={2048}
        required
        withAsterisk={false}
        autoFocus
        autoComplete="off"
      />
      <BusyButton type="submit" isBusy={isPending}>
        {texts.add}
      </BusyButton>
    </form>
  );
}
