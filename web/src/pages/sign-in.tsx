import { Text, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { texts } from '../texts/en.ts';
import classes from './sign-in.module.css';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next } = route.useSearch();
  const navigate = useNavigate();
  return (
    <main className={classes.page}>
      <title>{texts.titles.signIn}</title>
      <div className={classes.form}>
        <Title order={1} size="h2">
          {texts.product}
        </Title>
        <Text c="dimmed" mb="lg">
          {texts.account.welcome}
        </Text>
        <SignInForm onDone={() => void navigate({ href: next ?? '/' })} />
      </div>
    </main>
  );
}
