import { useQuery } from '@tanstack/react-query';
import { isAdminQuery } from '../features/accounts/session-query.ts';
import { texts } from '../texts/en.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeysSwitch } from '../ui/keys-switch.tsx';
import classes from './key-help.module.css';

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { data: isAdmin } = useQuery(isAdminQuery);
  return (
    <Dialog onClose={onClose} title={texts.keys.title}>
      <KeysSwitch />
      <table className={classes.keys}>
        <tbody>
          {texts.keys.list
            .filter(([, , forWhom]) => isAdmin || forWhom !== 'admins')
            .map(([keys, does]) => (
              <tr key={does}>
                <th scope="row">
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </th>
                <td>{does}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Dialog>
  );
}
