import { useState } from 'react';
import { settingsTexts } from '../../texts/en/settings.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Text } from '../../ui/text.tsx';
import classes from './settings-form.module.css';

const texts = settingsTexts.keys;
const MASK = /^•+/;

interface SecretFieldProps {
  readonly label: string;
  readonly hint: string;
  /** masked by the service; null if not set */
  readonly stored: string | null;
  /** the change to save: null clears the key, undefined keeps it */
  readonly typed: string | null | undefined;
  readonly error: string | undefined;
  readonly onChange: (typed: string | null | undefined) => void;
}

/** A field for a key that is never shown. A stored key can be replaced or cleared. */
export function SecretField({ label, hint, stored, typed, error, onChange }: SecretFieldProps) {
  const [isReplacing, setReplacing] = useState(false);
  // pressed buttons disappear, and their replacements take the focus
  const [isTouched, setTouched] = useState(false);
  const labelOf = (action: string) => texts.actOn(action, label);
  const stopReplacing = () => {
    setReplacing(false);
    onChange(undefined);
  };
  // a save stores the key and drops the typed text
  const isTyping = stored === null || (typed !== null && (isReplacing || typed !== undefined));
  if (isTyping) {
    return (
      <div>
        <PasswordInput
          label={label}
          hint={`${hint} ${stored === null ? texts.notSet : describeStored(stored)}.`}
          autoComplete="off"
          autoFocus={isReplacing}
          spellCheck={false}
          value={typed ?? ''}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
        />
        {stored !== null && (
          <Button data-mt="xs" isSmall aria-label={labelOf(texts.keep)} onClick={stopReplacing}>
            {texts.keep}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={classes.stored}>
      <strong>{label}</strong>
      <Text tone="quiet">{hint}</Text>
      <div className={classes.secret}>
        {typed === null ? texts.willClear : describeStored(stored)}
        {typed === null ? (
          <Button isSmall autoFocus={isTouched} aria-label={labelOf(texts.keep)} onClick={() => onChange(undefined)}>
            {texts.keep}
          </Button>
        ) : (
          <>
            <Button
              isSmall
              autoFocus={isTouched}
              aria-label={labelOf(texts.replace)}
              onClick={() => {
                setTouched(true);
                setReplacing(true);
              }}
            >
              {texts.replace}
            </Button>
            <Button
              isSmall
              aria-label={labelOf(texts.clear)}
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
      {error && <Text tone="bad">{error}</Text>}
    </div>
  );
}

function describeStored(stored: string): string {
  const end = stored.replace(MASK, '');
  return end === '' ? texts.set : texts.endsIn(end);
}
