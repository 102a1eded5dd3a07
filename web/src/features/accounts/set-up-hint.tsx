import { setUpTexts } from '../../texts/en/set-up.ts';
import classes from './set-up.module.css';

const texts = setUpTexts.link;

/** Says where the set-up link is. */
export function SetUpHint() {
  return (
    <>
      <p className={classes.hint}>{texts.hint}</p>
      <p className={classes.link}>{texts.example(location.origin)}</p>
      <p className={classes.where}>{texts.where}</p>
    </>
  );
}
