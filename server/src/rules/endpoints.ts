import { deleteOwned, restoreOwned } from '../library/owned.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, messageLike } from '../platform/http/shapes.ts';
import { addRule, changeRule, previewRule, undoRule } from './change-rules.ts';
import * as contract from './contract.ts';
import { listRules, RULES } from './store.ts';

const DELETED = 'Rule deleted. Its tags and marks stay. You can restore it for a day.';

export const list = endpoint({
  summary: 'List your rules for new publications',
  description: 'Ordered by name.',
  response: contract.RuleList,
  handle: async ({ db, user }) => ({ rules: await listRules(db, user.id) }),
});

export const add = endpoint({
  summary: 'Add a rule: what is done with new publications that match a search',
  description: 'A rule acts on publications that arrive from now on. Use the preview to see what it would match.',
  body: contract.AddRuleBody,
  response: contract.OneRule,
  status: 201,
  errors: ['rule_exists', 'too_many_rules', 'too_many_tags'],
  handle: ({ db, user, body }) => addRule(db, user.id, body),
});

export const change = endpoint({
  summary: 'Change a rule, or switch it on or off',
  description: 'What the body leaves out stays. The change acts on publications that arrive from now on.',
  path: IdInPath,
  body: contract.ChangeRuleBody,
  response: contract.OneRule,
  errors: ['rule_not_found', 'rule_exists', 'too_many_tags'],
  handle: ({ db, user, path, body }) => changeRule(db, user.id, path.id, body),
});

export const remove = endpoint({
  summary: 'Delete a rule; its tags and marks stay',
  description: '`POST /api/v1/rules/{id}/restore` takes it back within a day.',
  path: IdInPath,
  response: messageLike(DELETED),
  errors: ['rule_not_found'],
  async handle({ db, user, path }) {
    await deleteOwned(db, user.id, RULES, path.id);
    return { message: DELETED };
  },
});

export const restore = endpoint({
  summary: 'Restore a rule that was deleted within the last day',
  description: 'The rule acts on what arrives from then on.',
  path: IdInPath,
  response: contract.OneRule,
  errors: ['rule_not_found', 'rule_exists', 'too_many_rules'],
  handle: ({ db, user, path }) => restoreOwned(db, user.id, RULES, path.id),
});

export const preview = endpoint({
  summary: `Show the publications of the last ${contract.NEW_DAYS} days that match the search of a rule; changes nothing`,
  description: 'Lists at most 50 publications, and counts all.',
  body: contract.PreviewBody,
  response: contract.Preview,
  handle: ({ db, user, body }) => previewRule(db, user.id, body.search),
});

export const undo = endpoint({
  summary: 'Undo the tags and marks of one rule, except what you changed since and what another rule set, too',
  description: 'The rule itself stays. Switch it off first if it should not act again.',
  path: IdInPath,
  response: contract.UndoRuleResponse,
  errors: ['rule_not_found'],
  async handle({ db, user, path }) {
    const updated = await undoRule(db, user.id, path.id);
    return {
      message: `Undone for ${updated} ${updated === 1 ? 'publication' : 'publications'}.`,
      updated_count: updated,
    };
  },
});
