import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Scholar } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { changePicture } from './change-scholars.ts';
import classes from './scholar-page.module.css';
import { ScholarPicture } from './scholar-picture.tsx';

const texts = scholarsTexts.picture;
const PREVIEW_PIXELS = 96;

/** Shows a scholar's picture and changes it by address or file. */
export function PictureForm({ scholar }: { scholar: Scholar }) {
  const { id, profile_image_override_url: address, profile_image_source: source } = scholar;
  const resetFile = useRef<() => void>(null);
  // null while the field shows the saved address
  const [typed, setTyped] = useState<string | null>(null);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (next: string | File | null) => changePicture(id, next),
    // so that the same file can be chosen again
    onSettled: () => resetFile.current?.(),
    onSuccess: (_, sent) => setTyped((now) => (now?.trim() === sent ? null : now)),
  });
  const isOwn = source === 'upload' || source === 'override';
  return (
    <section className={classes.section} aria-labelledby="picture">
      <h2 id="picture">{texts.title}</h2>
      <div className={classes.picture}>
        <ScholarPicture scholar={scholar} size={PREVIEW_PIXELS} />
        <Stack gap="sm" className={classes.choices}>
          <Text size="sm" role="status">
            {isSuccess && scholar.profile_image_state === 'ready' && `${texts.changed} `}
            {describePicture(scholar)}
          </Text>
          <form
            className={classes.address}
            onSubmit={(event) => {
              event.preventDefault();
              mutate((typed ?? address ?? '').trim());
            }}
          >
            <TextInput
              label={texts.address}
              description={texts.addressHint}
              value={typed ?? address ?? ''}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              maxLength={2048}
              required
              withAsterisk={false}
              inputMode="url"
              autoComplete="off"
            />
            <BusyButton type="submit" variant="default" isBusy={isPending}>
              {texts.show}
            </BusyButton>
          </form>
          <Group gap="sm">
            <FileButton
              resetRef={resetFile}
              accept="image/jpeg,image/png,image/webp,image/gif"
              onChange={(file) => file && mutate(file)}
            >
              {(props) => (
                <BusyButton {...props} variant="default" isBusy={isPending}>
                  {texts.upload}
                </BusyButton>
              )}
            </FileButton>
            {/* stays in place while disabled, because it may have the focus */}
            <Button
              variant="subtle"
              data-disabled={!isOwn || undefined}
              aria-disabled={!isOwn}
              onClick={() => isOwn && mutate(null)}
            >
              {texts.reset}
            </Button>
          </Group>
          <Text size="xs" c="dimmed">
            {texts.uploadHint}
          </Text>
          <ProblemText error={error} />
        </Stack>
      </div>
    </section>
  );
}

function describePicture({ profile_image_state: state, profile_image_source: source }: Scholar): string {
  if (state === 'pending') return texts.pending;
  return state === 'failed' ? texts.failed[source] : texts.from[source];
}
