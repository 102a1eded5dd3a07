import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { NewRule, Rule } from '../../api/shapes.ts';
import { ruleTexts as texts } from '../../texts/en/rules.ts';
import { notify } from '../../ui/notify-problem.ts';
import { offerUndo } from '../../ui/undo.ts';
import { tagsQuery } from '../tags/tags-query.ts';
import { rulesQuery } from './rules-query.ts';

/** Adds a rule, or with an id replaces what it is. @throws ApiError `rule_exists`, `too_many_rules`, `too_many_tags`, `validation_error` */
export async function saveRule(id: number | null, body: NewRule): Promise<void> {
  await unwrap(
    id === null
      ? api.POST('/api/v1/rules', { body })
      : api.PATCH('/api/v1/rules/{id}', { params: { path: { id } }, body }),
  );
  await refresh();
}

/** Switches a rule on or off. Shows it at once, and reverts it if the service refuses. */
export async function toggleRule({ id, is_enabled }: Rule): Promise<void> {
  await queryClient.cancelQueries({ queryKey: rulesQuery.queryKey, exact: true });
  change(id, { is_enabled: !is_enabled });
  try {
    const body = { is_enabled: !is_enabled };
    change(id, await unwrap(api.PATCH('/api/v1/rules/{id}', { params: { path: { id } }, body })));
  } catch (error) {
    change(id, { is_enabled });
    throw error;
  }
}

/** Takes back what a rule did, and says on how many publications. */
export async function undoRule({ id, name }: Rule): Promise<void> {
  const { updated_count } = await unwrap(api.POST('/api/v1/rules/{id}/undo', { params: { path: { id } } }));
  notify(texts.undone(name, updated_count));
  await refresh();
}

/** Deletes a rule, and offers an undo: the service has kept it. */
export async function deleteRule({ id, name }: Rule): Promise<void> {
  await queryClient.cancelQueries({ queryKey: rulesQuery.queryKey, exact: true });
  queryClient.setQueryData(rulesQuery.queryKey, (rules) => rules?.filter((rule) => rule.id !== id));
  const params = { path: { id } };
  const sent = unwrap(api.DELETE('/api/v1/rules/{id}', { params }));
  const forgetUndo = offerUndo(texts.deleted(name), async () => {
    await sent;
    await unwrap(api.POST('/api/v1/rules/{id}/restore', { params }));
    await refresh();
  });
  sent.catch(forgetUndo);
  try {
    await sent;
  } finally {
    await refresh();
  }
}

function change(id: number, changes: Partial<Rule>): void {
  queryClient.setQueryData(rulesQuery.queryKey, (rules) =>
    rules?.map((rule) => (rule.id === id ? { ...rule, ...changes } : rule)),
  );
}

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey, exact: true }),
    queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['publications'] }),
  ]);
}
