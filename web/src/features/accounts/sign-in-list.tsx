import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountTexts } from '../../texts/en/account.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import classes from './account-list.module.css';
import { describeBrowser } from './describe-browser.ts';
import { signInsQuery } from './sign-ins-query.ts';

const texts = accountTexts.signIns;
const SHOWN_FIRST = 5;

/** The latest sign-ins to the user's account, with a mark at the failed ones. */
export function SignInList() {
  const { data: signIns = [], error } = useQuery(signInsQuery);
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <ul className={classes.list} aria-labelledby="sign-ins">
        {signIns.slice(0, isWhole ? undefined : SHOWN_FIRST).map((one) => (
          <li key={one.id} className={classes.row}>
            <div className={classes.what}>
              <span className={classes.name} title={one.user_agent ?? undefined}>
                {describeBrowser(one.user_agent)}
              </span>{' '}
              {!one.succeeded && <Badge tone="bad">{texts.failed}</Badge>}
              <div className={classes.quiet}>
                {one.client_address !== null && `${one.client_address} · `}
                <time dateTime={one.attempted_at}>{formatTime(one.attempted_at)}</time>
              </div>
            </div>
          </li>
        ))}
      </ul>
      {!isWhole && signIns.length > SHOWN_FIRST && (
        <Button data-mt="md" onClick={() => setWhole(true)}>
          {texts.showAll(signIns.length)}
        </Button>
      )}
      <ProblemText error={error} />
    </>
  );
}
