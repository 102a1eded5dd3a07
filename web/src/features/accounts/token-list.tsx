import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { ApiToken } from '../../api/shapes.ts';
import { accountTexts } from '../../texts/en/account.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { formatDistance } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './account-list.module.css';
import { tokensQuery } from './tokens-query.ts';

const texts = accountTexts.tokens;

/** The user's API tokens without their secrets. */
export function TokenList() {
  const { data: tokens, error } = useQuery(tokensQuery);
  const now = useNow();
  const status = useRef<HTMLParagraphElement>(null);
  const remove = useMutation({
    mutationFn: async ({ id, name }: ApiToken) => {
      await unwrap(api.DELETE('/api/v1/auth/tokens/{id}', { params: { path: { id } } }));
      return texts.deleted(name);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    // the focused button disappears with its token
    onSuccess: () => status.current?.focus(),
  });
  return (
    <>
      {tokens?.length === 0 && <Text>{texts.none}</Text>}
      <ul className={classes.list}>
        {tokens?.map((token) => (
          <li key={token.id} className={classes.row}>
            <div className={classes.what}>
              <bdi className={classes.name}>{token.name}</bdi>
              <div className={classes.quiet}>{describeToken(token, now)}</div>
            </div>
            <BusyButton
              isSmall
              look="quiet"
              isDanger
              aria-label={texts.deleteNamed(token.name)}
              isBusy={remove.isPending}
              onClick={() => remove.mutate(token)}
            >
              {texts.delete}
            </BusyButton>
          </li>
        ))}
      </ul>
      <Text ref={status} role="status" tabIndex={-1}>
        {remove.data}
      </Text>
      <ProblemText error={remove.error ?? error} />
    </>
  );
}

function describeToken(token: ApiToken, now: number): string {
  const { expires_at: end, last_used_at: used } = token;
  const isExpired = end !== null && new Date(end).getTime() <= now;
  return [
    texts.scopes[token.scope],
    end === null ? texts.noExpiry : isExpired ? texts.expired : texts.expires(formatDistance(end, now)),
    used === null ? texts.neverUsed : texts.used(formatDistance(used, now)),
    texts.created(formatDistance(token.created_at, now)),
  ].join(' · ');
}
