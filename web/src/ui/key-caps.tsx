import { texts } from '../texts/en.ts';
import { capsOf } from './commands.ts';
import classes from './keys.module.css';

/** Keys as they are written on the keyboard. Each of them does the same. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  return (
    <span className={classes.keys}>
      {keys.map((key, at) => (
        <span key={key} className={classes.press}>
          {at > 0 && <span className={classes.or}>{texts.keys.or}</span>}
          {capsOf(key).map((cap) => (
            <kbd key={cap} className={classes.cap}>
              {cap}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
