import { texts } from '../texts/en.ts';
import { Switch } from './choice.tsx';
import { useKeysEnabled } from './keys-enabled.ts';

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
