import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { setupQuery } from '../features/accounts/setup-query.ts';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { texts } from '../texts/en.ts';
import { MantineScope } from '../ui/mantine-scope.tsx';
import classes from './sign-in.module.css';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next } = route.useSearch();
  const navigate = useNavigate();
  const { data: isSetupRequired } = useQuery(setupQuery);
  return (
    <MantineScope>
      <main className={classes.page}>
        <title>{texts.titles.signIn}</title>
        <div className={classes.form}>
          <Title order={1} size="h2">
            {texts.product}
          </Title>
          {isSetupRequired ? (
            <>
              <Text mb="sm">{texts.account.setup}</Text>
              <Text>{texts.account.setupHint}</Text>
              <Text my="sm" ff="monospace" className={classes.link}>
                {texts.account.setupLink(location.origin)}
              </Text>
              <Text c="dimmed">{texts.account.setupWhere}</Text>
            </>
          ) : (
            <>
              <Text c="dimmed" mb="lg">
                {texts.account.welcome}
              </Text>
              <SignInForm onDone={() => void navigate({ href: next ?? '/' })} />
            </>
          )}
        </div>
      </main>
    </MantineScope>
  );
}
