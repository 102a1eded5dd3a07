import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { texts } from '../texts/en.ts';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemText } from './problem-text.tsx';
import { tellProblem } from './tell-problem.ts';

interface Props {
  readonly title: string;
  /** what the button says that does it */
  readonly confirm: string;
  readonly isDestructive?: boolean;
  /** words that are to be typed first */
  readonly typed?: string;
  readonly lost?: readonly string[];
  readonly kept?: readonly string[];
  onConfirm(): Promise<unknown>;
  onClose(): void;
  readonly children?: ReactNode;
}

/** Asks before something is done, says what is and is not lost, and stays when it failed. What fails after it was closed is told in a notice. */
export function ConfirmDialog({
  title,
  confirm,
  isDestructive,
  typed,
  lost,
  kept,
  onConfirm,
  onClose,
  children,
}: Props) {
  const [words, setWords] = useState('');
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: onConfirm,
    // closed meanwhile, another may stand where this one was
    onSuccess: () => isShown.current && onClose(),
    onError: (problem) => (isShown.current ? undefined : tellProblem(problem)),
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === undefined || words.trim() === typed) mutate();
        }}
      >
        <Stack gap="md">
          {children}
          <Points title={texts.confirm.lost} points={lost} />
          <Points title={texts.confirm.kept} points={kept} />
          {typed !== undefined && (
            <TextInput
              label={
                <>
                  {texts.confirm.type} <code>{typed}</code>
                </>
              }
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              value={words}
              onChange={({ currentTarget }) => setWords(currentTarget.value)}
            />
          )}
          <ProblemText error={error} />
          <Group>
            <BusyButton
              type="submit"
              color={isDestructive ? 'red' : undefined}
              isBusy={isPending}
              isOff={typed !== undefined && words.trim() !== typed}
              data-autofocus={(typed === undefined && !isDestructive) || undefined}
            >
              {confirm}
            </BusyButton>
            <Button variant="default" onClick={onClose}>
              {isPending ? texts.close : texts.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] | undefined }) {
  if (points === undefined) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">
        {points.map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
    </div>
  );
}
