import { texts } from '../texts/en.ts';
import classes from './keys.module.css';
import { useKeysEnabled } from './keys-enabled.ts';

/** Turns single-key shortcuts on and off. */
export function KeysSwitch() {
  const [isEnabled, setEnabled] = useKeysEnabled();
  return (
    <label className={classes.switch}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its state without an attribute
        role="switch"
        checked={isEnabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
      {texts.keys.enabled}
    </label>
  );
}
