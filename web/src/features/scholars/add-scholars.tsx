import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { type NotTracked, trackScholars } from './change-scholars.ts';
import { isName, mayBeName } from './is-name.ts';

const texts = scholarsTexts.add;

interface Props {
  /** what is searched for already */
  readonly name: string | undefined;
  onSearch(name: string): void;
}

/** Takes many profiles at once, or a name to search for. What was refused stays in the field, with the reasons below. */
export function AddScholars({ name, onSearch }: Props) {
  const [typed, setTyped] = useState(name ?? '');
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: trackScholars,
    onSuccess: ({ refused }) => setTyped(refused.map(({ asked }) => asked).join('\n')),
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
          // what was refused takes the place of all that was sent
          readOnly={isPending}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            // what was said of others does not belong to this
            if (data ?? error) reset();
          }}
          onKeyDown={(event) => {
            // of addresses there may be more lines; of a name there are not
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !isNameTyped) return;
            event.preventDefault();
            onSearch(typed.trim());
          }}
        />
        <Group gap="sm">
          <BusyButton type="submit" isBusy={isPending} variant={isNameTyped ? 'default' : 'filled'}>
            {texts.track}
          </BusyButton>
          <Button
            variant={isNameTyped ? 'filled' : 'default'}
            disabled={!mayBeName(typed)}
            onClick={() => onSearch(typed.trim())}
          >
            {texts.search}
          </Button>
        </Group>
        <div role="status">{data && data.tracked > 0 && <Text size="sm">{texts.tracked(data.tracked)}</Text>}</div>
        {data && data.refused.length > 0 && (
          <Alert color="yellow" variant="light" role="alert" title={texts.notTracked}>
            {byReason(data.refused).map(([reason, asked]) => (
              <Text key={reason} size="sm">
                <code>{asked.join(', ')}</code>: {reason}
              </Text>
            ))}
          </Alert>
        )}
        <ProblemText error={error} />
      </Stack>
    </form>
  );
}

function byReason(refused: readonly NotTracked[]): [reason: string, asked: string[]][] {
  const groups = new Map<string, string[]>();
  for (const { asked, reason } of refused) groups.set(reason, [...(groups.get(reason) ?? []), asked]);
  return [...groups];
}
