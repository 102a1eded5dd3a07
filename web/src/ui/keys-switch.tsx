import { texts } from '../texts/en.ts';
import classes from './keys-switch.module.css';
import { useKeysEnabled } from './use-keys.ts';

/** Turns single-key shortcuts on and off. */
export function KeysSwitch() {
  const [isEnabled, setEnabled] = useKeysEnabled();
  return (
    <label className={classes.switch}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isEnabled}
        checked={isEnabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
      {texts.keys.enabled}
    </label>
  );
}
