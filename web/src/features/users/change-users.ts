import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { User } from '../../api/shapes.ts';
import { usersQuery } from './users-query.ts';

/** @throws ApiError `user_exists`, `invalid_password`, `validation_error` */
export async function addUser(body: { email: string; password: string; is_admin: boolean }): Promise<User> {
  const user = await unwrap(api.POST('/api/v1/admin/users', { body }));
  await queryClient.invalidateQueries({ queryKey: usersQuery.queryKey });
  return user;
}

/**
 * Enables or disables a user. Shows the change at once and reverts it if the service refuses.
 * @throws ApiError `cannot_deactivate_self`, `last_admin`
 */
export async function setActive({ id, is_active }: User, isActive: boolean): Promise<void> {
  change(id, { is_active: isActive });
  try {
    const params = { path: { id } };
    change(id, await unwrap(api.PATCH('/api/v1/admin/users/{id}/active', { params, body: { is_active: isActive } })));
  } catch (error) {
    change(id, { is_active });
    throw error;
  }
}

/** @throws ApiError `invalid_password` */
export async function resetPassword({ id }: User, password: string): Promise<void> {
  const params = { path: { id } };
  await unwrap(api.POST('/api/v1/admin/users/{id}/reset-password', { params, body: { new_password: password } }));
  // the list says until when the password works
  await queryClient.invalidateQueries({ queryKey: usersQuery.queryKey });
}

function change(id: number, changes: Partial<User>): void {
  queryClient.setQueryData(
    usersQuery.queryKey,
    (page) => page && { ...page, users: page.users.map((user) => (user.id === id ? { ...user, ...changes } : user)) },
  );
}
