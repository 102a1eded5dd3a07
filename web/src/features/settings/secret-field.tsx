import { Button, Input, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { settingsTexts } from '../../texts/en/settings.ts';
import classes from './settings-form.module.css';

const texts = settingsTexts.keys;
const MASK = /^•+/;

interface SecretFieldProps {
  readonly label: string;
  readonly hint: string;
  /** as the service tells it: masked; null: not set */
  readonly stored: string | null;
  /** what is to be saved: null clears it; undefined: it stays */
  readonly typed: string | null | undefined;
  readonly error: string | undefined;
  readonly onChange: (typed: string | null | undefined) => void;
}

/** A key that is never shown again: it is set or not, can be replaced and cleared. */
export function SecretField({ label, hint, stored, typed, error, onChange }: SecretFieldProps) {
  const [isReplacing, setReplacing] = useState(false);
  // what is pressed here goes, and what stands in its place takes the focus
  const [isTouched, setTouched] = useState(false);
  const says = (does: string) => texts.of(does, label);
  const stopReplacing = () => {
    setReplacing(false);
    onChange(undefined);
  };
  // after a save it is stored, and what was typed is forgotten
  const isTyping = stored === null || (typed !== null && (isReplacing || typed !== undefined));
  if (isTyping) {
    return (
      <div>
        <PasswordInput
          label={label}
          description={`${hint} ${stored === null ? texts.notSet : describeStored(stored)}.`}
          autoComplete="off"
          autoFocus={isReplacing}
          spellCheck={false}
          value={typed ?? ''}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
        />
        {stored !== null && (
          <Button mt={6} size="compact-sm" variant="default" aria-label={says(texts.keep)} onClick={stopReplacing}>
            {texts.keep}
          </Button>
        )}
      </div>
    );
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={hint} error={error}>
      <div className={classes.secret}>
        {typed === null ? texts.willClear : describeStored(stored)}
        {typed === null ? (
          <Button
            size="compact-sm"
            variant="default"
            autoFocus={isTouched}
            aria-label={says(texts.keep)}
            onClick={() => onChange(undefined)}
          >
            {texts.keep}
          </Button>
        ) : (
          <>
            <Button
              size="compact-sm"
              variant="default"
              autoFocus={isTouched}
              aria-label={says(texts.replace)}
              onClick={() => {
                setTouched(true);
                setReplacing(true);
              }}
            >
              {texts.replace}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={says(texts.clear)}
              onClick={() => {
                setTouched(true);
                onChange(null);
              }}
            >
              {texts.clear}
            </Button>
          </>
        )}
      </div>
    </Input.Wrapper>
  );
}

function describeStored(stored: string): string {
  const end = stored.replace(MASK, '');
  return end === '' ? texts.set : texts.endsIn(end);
}
