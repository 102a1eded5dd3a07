import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scholar } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Group, Stack } from '../../ui/layout.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { changePicture } from './change-scholars.ts';
import classes from './scholar-page.module.css';
import { ScholarPicture } from './scholar-picture.tsx';

const texts = scholarsTexts.picture;

/** Shows a scholar's picture and changes it by address or file. */
export function PictureForm({ scholar }: { scholar: Scholar }) {
  const { id, profile_image_override_url: address, profile_image_source: source } = scholar;
  // null while the field shows the saved address
  const [typed, setTyped] = useState<string | null>(null);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (next: string | File | null) => changePicture(id, next),
    onSuccess: (_, sent) => setTyped((now) => (now?.trim() === sent ? null : now)),
  });
  const isOwn = source === 'upload' || source === 'override';
  return (
    <section className={classes.section} aria-labelledby="picture">
      <h2 id="picture">{texts.title}</h2>
      <div className={classes.picture}>
        <ScholarPicture scholar={scholar} size="lg" />
        <Stack gap="sm" className={classes.choices}>
          <Text role="status">
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
              hint={texts.addressHint}
              value={typed ?? address ?? ''}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              maxLength={2048}
              required
              inputMode="url"
              autoComplete="off"
            />
            <BusyButton type="submit" isBusy={isPending}>
              {texts.show}
            </BusyButton>
          </form>
          <Group>
            <FileButton accept="image/jpeg,image/png,image/webp,image/gif" isBusy={isPending} onChoose={mutate}>
              {texts.upload}
            </FileButton>
            {/* stays in place while disabled, because it may have the focus */}
            <Button look="quiet" aria-disabled={!isOwn} onClick={() => isOwn && mutate(null)}>
              {texts.reset}
            </Button>
          </Group>
          <Text isSmall tone="quiet">
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
