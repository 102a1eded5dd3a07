import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { Button } from '../../ui/button.tsx';
import { focusPage } from '../../ui/focus-page.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { canPropose, DAILY, isDeclined, rememberDeclined } from './daily-checks.ts';
import classes from './propose-daily-checks.module.css';
import { settingsQuery } from './settings-query.ts';

const texts = settingsTexts.daily;

/** Proposes one run a day, until the user turns it on or declines. */
export function ProposeDailyChecks({ scholarCount }: { scholarCount: number }) {
  const { data: settings } = useQuery(settingsQuery);
  const [isHidden, setHidden] = useState(isDeclined);
  const turnOn = useMutation({
    mutationFn: () => unwrap(api.PUT('/api/v1/settings', { body: DAILY })),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      // the pressed button is gone
      focusPage();
    },
  });
  const isOffered = !isHidden && settings !== undefined && canPropose(settings, scholarCount);
  return (
    <>
      <div role="status">
        {turnOn.isSuccess && settings?.auto_run_enabled && (
          <p className={classes.line}>
            {texts.on} <Link to="/settings">{texts.change}</Link>
          </p>
        )}
      </div>
      {isOffered && (
        <div className={classes.line}>
          <span>{texts.question}</span>
          <Button isSmall aria-disabled={turnOn.isPending} onClick={() => turnOn.isPending || turnOn.mutate()}>
            {texts.turnOn}
          </Button>
          <Button
            look="quiet"
            isSmall
            onClick={() => {
              rememberDeclined();
              setHidden(true);
              focusPage();
            }}
          >
            {texts.notNow}
          </Button>
        </div>
      )}
      <ProblemText error={turnOn.error} />
    </>
  );
}
