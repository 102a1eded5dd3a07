import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { Alert } from '../../ui/alert.tsx';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { sourceOfInput } from './author-input.ts';
import { OtherScholar } from './other-scholar.tsx';
import { decideProfile, ownerOf } from './profiles-query.ts';
import classes from './scholar-page.module.css';

const texts = scholarsTexts.profiles;

/** A field that confirms a profile by its id or address. */
export function AddProfile({ scholarId }: { scholarId: number }) {
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (profile: Parameters<typeof decideProfile>[1]) => decideProfile(scholarId, profile, 'confirmed'),
    onSuccess: () => setTyped(''),
  });
  const owner = ownerOf(error);
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault();
        const source = sourceOfInput(typed);
        setRefused(source === null);
        if (source !== null) mutate({ source, id: typed.trim() });
      }}
    >
      <div className={classes.address}>
        <TextInput
          label={texts.add}
          hint={texts.addHint}
          error={isRefused ? texts.notAProfile : undefined}
          maxLength={2048}
          required
          autoComplete="off"
          value={typed}
          readOnly={isPending}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setRefused(false);
            // the error belongs to the previous text
            if (error) reset();
          }}
        />
        <BusyButton type="submit" isBusy={isPending}>
          {texts.addButton}
        </BusyButton>
      </div>
      {owner === null ? (
        <ProblemText error={error} />
      ) : (
        <Alert role="alert">
          <Text>
            <OtherScholar scholarId={scholarId} id={owner} />
          </Text>
        </Alert>
      )}
    </form>
  );
}
