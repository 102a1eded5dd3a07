import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isAdminQuery } from '../features/accounts/session-query.ts';
import { commandTexts } from '../texts/en/commands.ts';
import { texts } from '../texts/en.ts';
import { commands, listKeys } from '../ui/commands.ts';
import { KeyCaps } from '../ui/key-caps.tsx';
import { KeysSwitch } from '../ui/keys-switch.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import classes from './key-help.module.css';

/** All commands with keys, by the place where they apply. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { data: isAdmin = false } = useQuery(isAdminQuery);
  return (
    <ModalDialog label={texts.keys.title} hasHeading className={classes.sheet} onClose={onClose}>
      <div className={classes.switch}>
        <KeysSwitch />
        <Link to="/help/search" onClick={onClose}>
          {texts.keys.searchHelp}
        </Link>
      </div>
      <div className={classes.groups}>
        {listKeys(isAdmin).map(({ group, ids }) => (
          <section key={group} className={classes.group} aria-labelledby={`keys-${group}`}>
            <h3 id={`keys-${group}`}>{commandTexts.groups[group]}</h3>
            <dl>
              {ids.map((id) => (
                <div key={id} className={classes.command}>
                  <dt>{commandTexts.names[id]}</dt>
                  <dd>
                    <KeyCaps keys={commands[id].keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </ModalDialog>
  );
}
