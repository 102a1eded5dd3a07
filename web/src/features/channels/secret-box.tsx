import { Button, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { channelTexts } from '../../texts/en/channels.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './channel-dialog.module.css';

const texts = channelTexts.secret;

interface Props {
  readonly secret: string;
  /** what else the user has to know; null: nothing */
  readonly hint: string | null;
  onDone(): void;
}

/** Shows the signing secret of a webhook, which is the only time that it is shown. Only its button closes it. */
export function SecretBox({ secret, hint, onDone }: Props) {
  const shown = useRef<HTMLElement>(null);
  return (
    <Dialog title={texts.title}>
      <Stack gap="md">
        <Text size="sm">
          {texts.hint} {hint}
        </Text>
        <div className={classes.secret}>
          <code ref={shown}>{secret}</code>
          <CopyButton text={secret} what="signingSecret" shownIn={shown} />
        </div>
        <Button onClick={onDone}>{texts.done}</Button>
      </Stack>
    </Dialog>
  );
}
