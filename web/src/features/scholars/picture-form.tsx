import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Scholar } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { changePicture } from './change-scholars.ts';
import classes from './scholar-page.module.css';
import { ScholarPicture } from './scholar-picture.tsx';

const texts = scholarsTexts.picture;
const PREVIEW_PIXELS = 96;

/** Which picture is shown for a scholar, and another one by address or file. */
export function PictureForm({ scholar }: { scholar: Scholar }) {
  const { id, profile_image_override_url: address, profile_image_source: source } = scholar;
  const forgetFile = useRef<() => void>(null);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (next: string | File | null) => changePicture(id, next),
    // the same file may be chosen again
    onSettled: () => forgetFile.current?.(),
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
            key={address}
            className={classes.address}
            onSubmit={(event) => {
              event.preventDefault();
              mutate(String(new FormData(event.currentTarget).get('address')).trim());
            }}
          >
            <TextInput
              name="address"
              label={texts.address}
              description={texts.addressHint}
              defaultValue={address ?? ''}
              maxLength={2048}
              required
              withAsterisk={false}
              inputMode="url"
              autoComplete="off"
            />
            <Button type="submit" variant="default" loading={isPending}>
              {texts.show}
            </Button>
          </form>
          <Group gap="sm">
            <FileButton
              resetRef={forgetFile}
              accept="image/jpeg,image/png,image/webp,image/gif"
              onChange={(file) => file && mutate(file)}
            >
              {(props) => (
                <Button {...props} variant="default" loading={isPending}>
                  {texts.upload}
                </Button>
              )}
            </FileButton>
            {/* it stays where the focus may be */}
            <Button
              variant="subtle"
              data-disabled={!isOwn || undefined}
              aria-disabled={!isOwn}
              onClick={() => isOwn && mutate(null)}
            >
              {texts.forget}
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
