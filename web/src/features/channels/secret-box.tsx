import { useRef } from 'react';
import { channelTexts } from '../../texts/en/channels.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
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
      <Stack>
        <Text>
          {texts.hint} {hint}
        </Text>
        <div className={classes.secret}>
          <code ref={shown}>{secret}</code>
          <CopyButton text={secret} what="signingSecret" shownIn={shown} />
        </div>
        <Button look="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </Stack>
    </Dialog>
  );
}
