import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** Whether there is no user yet, so that nobody can sign in. It is requested again while the answer is yes. */
export const setUpQuery = queryOptions({
  queryKey: ['set-up-required'],
  refetchInterval: ({ state }) => (state.data === true ? 5000 : false),
  async queryFn(): Promise<boolean> {
    const { setup_required: isRequired = false } = await unwrap(api.GET('/api/v1/auth/csrf'));
    return isRequired;
  },
});
