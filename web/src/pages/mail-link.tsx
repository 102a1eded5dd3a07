import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { mailLinkQuery, postMailLink } from '../features/mail-links/mail-link-query.ts';
import { mailLinkTexts } from '../texts/en/mail-links.ts';
import { texts } from '../texts/en.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Group } from '../ui/layout.tsx';
import { OutsidePage } from '../ui/outside-page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Text } from '../ui/text.tsx';
import classes from './mail-link.module.css';

const route = getRouteApi('/mail/$token');

/**
 * Says what a link in a mail does, and does it when the reader agrees: scanners open links, but press no buttons. It
 * needs no session.
 */
export function MailLinkPage() {
  const { token } = route.useParams();
  const { data: link, error, isPending } = useQuery(mailLinkQuery(token));
  const { mutate, data: used, error: refusal, isPending: isBusy } = useMutation({ mutationFn: postMailLink });
  const shown = used ?? link;
  const words = shown && mailLinkTexts[shown.action];
  return (
    <OutsidePage title={words?.title ?? mailLinkTexts.title} windowTitle={mailLinkTexts.windowTitle}>
      {isPending && <Text tone="quiet">{mailLinkTexts.loading}</Text>}
      <ProblemText error={error} />
      {shown && words && (
        <Text data-mb="md" className={classes.text} role={used ? 'status' : undefined}>
          {(shown.is_done ? words.done : words.question)(shown.count, shown.channel_name, shown.address)}
        </Text>
      )}
      <ProblemText error={refusal} />
      <Group data-mt="md">
        {words && !shown.is_done && (
          <BusyButton look="primary" isBusy={isBusy} onClick={() => mutate(token)}>
            {words.button}
          </BusyButton>
        )}
        {used?.undo_token != null && (
          <BusyButton isBusy={isBusy} onClick={() => mutate(used.undo_token ?? '')}>
            {texts.undo}
          </BusyButton>
        )}
        {(error || shown?.is_done) && <LinkButton href="/">{mailLinkTexts.open}</LinkButton>}
      </Group>
    </OutsidePage>
  );
}
