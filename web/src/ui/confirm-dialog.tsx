import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { texts } from '../texts/en.ts';
import { BusyButton } from './busy-button.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Group, Stack } from './layout.tsx';
import { notifyProblem } from './notify-problem.ts';
import { ProblemText } from './problem-text.tsx';
import { Text } from './text.tsx';
import { TextInput } from './text-input.tsx';

interface Props {
  readonly title: string;
  /** label of the button that confirms */
  readonly confirm: string;
  readonly isDestructive?: boolean;
  /** words that the user must type to confirm */
  readonly typed?: string;
  readonly lost?: readonly string[];
  readonly kept?: readonly string[];
  onConfirm(): Promise<unknown>;
  onClose(): void;
  readonly children?: ReactNode;
}

/**
 * Asks for confirmation, says what is lost and kept, and stays open after an error. An error after closing is shown as
 * a notice.
 */
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
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: onConfirm,
    // after closing, another dialog may be open
    onSuccess: () => isMounted.current && onClose(),
    onError: (problem) => (isMounted.current ? undefined : notifyProblem(problem)),
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === undefined || words.trim() === typed) mutate();
        }}
      >
        <Stack>
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
              look="primary"
              type="submit"
              isDanger={isDestructive ?? false}
              isBusy={isPending}
              isDisabled={typed !== undefined && words.trim() !== typed}
              data-autofocus={(typed === undefined && !isDestructive) || undefined}
            >
              {confirm}
            </BusyButton>
            <Button onClick={onClose}>{isPending ? texts.close : texts.cancel}</Button>
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
      <Text isStrong>{title}</Text>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
