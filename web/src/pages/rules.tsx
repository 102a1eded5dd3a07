import { getRouteApi } from '@tanstack/react-router';
import { RuleList } from '../features/rules/rule-list.tsx';
import { SettingsNav } from '../features/settings/settings-nav.tsx';
import { ruleTexts } from '../texts/en/rules.ts';
import { Page } from '../ui/page.tsx';

const route = getRouteApi('/inside/settings/rules');

/** The user's rules for new publications. An address with a search opens the form of a new rule. */
export function RulesPage() {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={ruleTexts.title} windowTitle={ruleTexts.windowTitle}>
      <SettingsNav />
      <RuleList begun={q} onEnd={() => void navigate({ search: {}, replace: true })} />
    </Page>
  );
}
