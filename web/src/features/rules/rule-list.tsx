import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Rule } from '../../api/shapes.ts';
import { ruleTexts as texts } from '../../texts/en/rules.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { OwnedList, RowAction, RowActions } from '../../ui/owned-list.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { TagChip } from '../tags/tag-chips.tsx';
import { deleteRule, toggleRule, undoRule } from './change-rules.ts';
import { RuleDialog } from './rule-dialog.tsx';
import classes from './rule-list.module.css';
import { rulesQuery } from './rules-query.ts';

interface Props {
  /** the search of a rule to add; undefined: none */
  readonly begun: string | undefined;
  /** The rule was added, or the user does not want to add it. */
  onEnd(): void;
}

/** The user's rules. They can be added, changed, switched off, undone and deleted. */
export function RuleList({ begun, onEnd }: Props) {
  const { data: rules, error } = useQuery(rulesQuery);
  // null: a new one
  const [edited, setEdited] = useState<{ rule: Rule | null } | null>(null);
  return (
    <>
      <p className={classes.intro}>{texts.intro}</p>
      <Button look="primary" onClick={() => setEdited({ rule: null })}>
        {texts.add}
      </Button>
      <OwnedList items={rules} error={error} label={texts.title} none={texts.none} noneHint={texts.noneHint}>
        {(rule, onDeleted) => (
          <li key={rule.id} className={classes.row}>
            <Switch
              checked={rule.is_enabled}
              aria-label={texts.enabled(rule.name)}
              onChange={() => reportFailure(toggleRule(rule))}
            />
            <div className={classes.what}>
              <h2 dir="auto" className={classes.name}>
                {rule.name}
              </h2>
              <code dir="auto" className={classes.search}>
                {rule.search}
              </code>
              <Effects rule={rule} />
            </div>
            <RowActions>
              {rule.acted_count > 0 && (
                <RowAction
                  label={texts.undo(rule.acted_count)}
                  named={texts.undoNamed(rule.name, rule.acted_count)}
                  onClick={() => reportFailure(undoRule(rule))}
                />
              )}
              <RowAction
                label={texts.change}
                named={texts.changeNamed(rule.name)}
                onClick={() => setEdited({ rule })}
              />
              <RowAction
                label={texts.delete}
                named={texts.deleteNamed(rule.name)}
                isDanger
                onClick={() => {
                  reportFailure(deleteRule(rule));
                  onDeleted();
                }}
              />
            </RowActions>
          </li>
        )}
      </OwnedList>
      {edited && <RuleDialog rule={edited.rule} search="" onClose={() => setEdited(null)} />}
      {begun !== undefined && <RuleDialog rule={null} search={begun} onClose={onEnd} />}
    </>
  );
}

function Effects({ rule: { tags, mark_read: isRead, mark_favorite: isFavorite } }: { rule: Rule }) {
  if (tags.length === 0 && !isRead && !isFavorite) return <p className={classes.effects}>{texts.does.nothing}</p>;
  return (
    <p className={classes.effects}>
      {tags.length > 0 && (
        <span className={classes.effect}>
          {texts.does.tag}
          {tags.map(({ id, name, color }) => (
            <TagChip key={id} name={name} color={color} />
          ))}
        </span>
      )}
      {isRead && <span className={classes.effect}>{texts.does.read}</span>}
      {isFavorite && <span className={classes.effect}>{texts.does.favorite}</span>}
    </p>
  );
}
