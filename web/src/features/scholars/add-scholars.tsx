import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { texts } from '../../texts/en.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { trackScholars } from './change-scholars.ts';

/** Takes many at once; what was refused stays in the field, with the reasons below. */
export function AddScholars() {
  const [typed, setTyped] = useState('');
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: trackScholars,
    onSuccess: ({ refused }) => setTyped(refused.map(({ asked }) => asked).join('\n')),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(typed);
      }}
    >
      <Stack gap="sm" mb="xl">
        <Textarea
          label={texts.scholars.add}
          description={texts.scholars.addHint}
          placeholder={texts.scholars.addPlaceholder}
          rows={2}
          required
          withAsterisk={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" loading={isPending} w="fit-content">
          {texts.scholars.track}
        </Button>
        <div role="status">
          {data && data.tracked > 0 && <Text size="sm">{texts.scholars.tracked(data.tracked)}</Text>}
        </div>
        {data && data.refused.length > 0 && (
          <Alert color="yellow" variant="light" role="alert" title={texts.scholars.notTracked}>
            {data.refused.map(({ asked, reason }) => (
              <Text key={asked} size="sm">
                <code>{asked}</code>: {reason}
              </Text>
            ))}
          </Alert>
        )}
        <ProblemText error={error} />
      </Stack>
    </form>
  );
}
