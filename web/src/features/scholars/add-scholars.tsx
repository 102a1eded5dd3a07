import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { Alert } from '../../ui/alert.tsx';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Group, Stack } from '../../ui/layout.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Select } from '../../ui/select.tsx';
import { Text } from '../../ui/text.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { DEFAULT_UNREAD_PAST, trackScholars, type UnreadPast } from './change-scholars.ts';
import classes from './name-search.module.css';
import { canSearchByName, isName } from './scholar-input.ts';

const texts = scholarsTexts.add;

interface Props {
  /** the name of the current search */
  readonly name: string | undefined;
  onSearch(name: string): void;
}

const UNREAD_PAST: readonly UnreadPast[] = ['recent', 'all', 'none'];

/** Adds several profiles at once, or searches for a name. Lines without a profile stay in the field. */
export function AddScholars({ name, onSearch }: Props) {
  const [typed, setTyped] = useState(name ?? '');
  const [unreadPast, setUnreadPast] = useState(DEFAULT_UNREAD_PAST);
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: trackScholars,
    onSuccess: ({ rest }) => setTyped(rest),
  });
  const isNameTyped = isName(typed);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ typed, unreadPast });
      }}
    >
      <Stack gap="sm" data-mb="md">
        <TextArea
          label={texts.label}
          hint={texts.hint}
          placeholder={texts.placeholder}
          rows={2}
          required
          value={typed}
          // the lines that are not added will replace the text
          readOnly={isPending}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            // the result belongs to the previous text
            if (data ?? error) reset();
          }}
          onKeyDown={(event) => {
            // Enter searches for a name, and starts a new line after an address
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !isNameTyped) return;
            event.preventDefault();
            onSearch(typed.trim());
          }}
        />
        <Group className={classes.acts}>
          <Select
            label={texts.unreadPast}
            value={unreadPast}
            onChange={({ currentTarget }) => setUnreadPast(currentTarget.value as UnreadPast)}
            data={UNREAD_PAST.map((value) => ({ value, label: texts.unreadPastOptions[value] }))}
          />
          <BusyButton type="submit" isBusy={isPending} look={isNameTyped ? 'default' : 'primary'}>
            {texts.add}
          </BusyButton>
          <Button
            look={isNameTyped ? 'primary' : 'default'}
            disabled={!canSearchByName(typed)}
            onClick={() => onSearch(typed.trim())}
          >
            {texts.search}
          </Button>
        </Group>
        <div role="status">
          {data && data.added > 0 && <Text>{texts.added(data.added)}</Text>}
          {data && data.alreadyTracked > 0 && <Text>{texts.alreadyTracked(data.alreadyTracked)}</Text>}
        </div>
        {data && data.invalid.length > 0 && <Alert role="alert">{texts.notAdded(data.invalid.length)}</Alert>}
        <ProblemText error={error} />
      </Stack>
    </form>
  );
}
