import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../features/accounts/session-query.ts';
import { Section } from '../features/admin/section.tsx';
import { AllPublicLists } from '../features/public-lists/all-public-lists.tsx';
import { AddUserDialog } from '../features/users/add-user-dialog.tsx';
import { UserList } from '../features/users/user-list.tsx';
import { usersQuery } from '../features/users/users-query.ts';
import { adminTexts } from '../texts/en/admin.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Text } from '../ui/text.tsx';

const { users: texts } = adminTexts;

export function AdminUsersPage() {
  const { data: session } = useQuery(sessionQuery);
  const { data: page, error } = useQuery(usersQuery);
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  return (
    <>
      <Section
        title={texts.title}
        hint={texts.hint}
        actions={
          <Button look="primary" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        }
      >
        <div role="status">
          {added !== null && (
            <Alert tone="good" data-mb="sm">
              <bdi>{added}</bdi> {texts.added}
            </Alert>
          )}
        </div>
        <ProblemText error={error} />
        {page && <UserList users={page.users} ownId={session?.user.id} />}
        {page?.pagination.has_next && <Text>{texts.more(page.pagination.total_count)}</Text>}
        {isAdding && <AddUserDialog onClose={() => setAdding(false)} onAdded={setAdded} />}
      </Section>
      <AllPublicLists />
    </>
  );
}
