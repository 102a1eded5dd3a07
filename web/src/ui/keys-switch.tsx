import { Switch } from '@mantine/core';
import { texts } from '../texts/en.ts';
import { useKeysEnabled } from './use-keys.ts';

/** Turns single-key shortcuts on and off. */
export function KeysSwitch() {
  const [isEnabled, setEnabled] = useKeysEnabled();
  return (
    <Switch
      label={texts.keys.enabled}
      checked={isEnabled}
      onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
    />
  );
}
