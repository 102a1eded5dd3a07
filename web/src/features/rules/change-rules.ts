import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { NewRule, Rule } from '../../api/shapes.ts';
import { ruleTexts as texts } from '../../texts/en/rules.ts';
import { notify } from '../../ui/notify-problem.ts';
import { ownedList } from '../../ui/owned.ts';
import { tagsQuery } from '../tags/tags-query.ts';
import { rulesQuery } from './rules-query.ts';

const rules = ownedList<Rule>('rules', rulesQuery.queryKey, refresh);

/**
 * Adds a rule, or with an id replaces what it is. @throws ApiError `rule_exists`, `too_many_rules`, `too_many_tags`,
 * `validation_error`
 */
export async function saveRule(id: number | null, body: NewRule): Promise<void> {
  await unwrap(
    id === null
      ? api.POST('/api/v1/rules', { body })
      : api.PATCH('/api/v1/rules/{id}', { params: { path: { id } }, body }),
  );
  await refresh();
}

/** Switches a rule on or off. Shows it at once, and reverts it if the service refuses. */
export function toggleRule(rule: Rule): Promise<void> {
  const body = { is_enabled: !rule.is_enabled };
  const params = { path: { id: rule.id } };
  return rules.change(rule, body, () => unwrap(api.PATCH('/api/v1/rules/{id}', { params, body })));
}

/** Takes back what a rule did, and says on how many publications. */
export async function undoRule({ id, name }: Rule): Promise<void> {
  const { updated_count } = await unwrap(api.POST('/api/v1/rules/{id}/undo', { params: { path: { id } } }));
  notify(texts.undone(name, updated_count));
  await refresh();
}

/** Deletes a rule, and offers an undo: the service has kept it. */
export function deleteRule(rule: Rule): Promise<void> {
  return rules.remove(rule, texts.deleted);
}

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey, exact: true }),
    queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['publications'] }),
  ]);
}
