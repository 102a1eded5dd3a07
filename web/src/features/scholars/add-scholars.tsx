import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { type Rejected, trackScholars } from './change-scholars.ts';
import { canSearchByName, isName } from './scholar-input.ts';

const texts = scholarsTexts.add;

interface Props {
  /** the name of the current search */
  readonly name: string | undefined;
  onSearch(name: string): void;
}

/** Adds several profiles at once, or searches for a name. Rejected profiles stay in the field, with the reasons below. */
export function AddScholars({ name, onSearch }: Props) {
  const [typed, setTyped] = useState(name ?? '');
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: trackScholars,
    onSuccess: ({ rejected }) => setTyped(rejected.map(({ input }) => input).join('\n')),
  });
  const isNameTyped = isName(typed);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(typed);
      }}
    >
      <Stack gap="sm" mb="md">
        <Textarea
          label={texts.label}
          description={texts.hint}
          placeholder={texts.placeholder}
          rows={2}
          required
          withAsterisk={false}
          value={typed}
          // the rejected profiles will replace the text
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
        <Group gap="sm">
          <BusyButton type="submit" isBusy={isPending} variant={isNameTyped ? 'default' : 'filled'}>
            {texts.add}
          </BusyButton>
          <Button
            variant={isNameTyped ? 'filled' : 'default'}
            disabled={!canSearchByName(typed)}
            onClick={() => onSearch(typed.trim())}
          >
            {texts.search}
          </Button>
        </Group>
        <div role="status">{data && data.tracked > 0 && <Text size="sm">{texts.added(data.tracked)}</Text>}</div>
        {data && data.rejected.length > 0 && (
          <Alert color="yellow" variant="light" role="alert" title={texts.notAdded}>
            {byReason(data.rejected).map(([reason, inputs]) => (
              <Text key={reason} size="sm">
                <code>{inputs.join(', ')}</code>: {reason}
              </Text>
            ))}
          </Alert>
        )}
        <ProblemText error={error} />
      </Stack>
    </form>
  );
}

function byReason(rejected: readonly Rejected[]): [reason: string, inputs: string[]][] {
  const groups = new Map<string, string[]>();
  for (const { input, reason } of rejected) groups.set(reason, [...(groups.get(reason) ?? []), input]);
  return [...groups];
}
