import type { SlotRequest } from '../request-slots.ts';

/**
 * A slot request for OpenAlex's name search or its lists of authors. Each may spend half of the operator's daily
 * budget, so that enrichment keeps the other half.
 */
export function openalexShare(source: 'openalex_search' | 'openalex_lists', host: SlotRequest): SlotRequest {
  const { cost = 0, dailyBudget = null } = host;
  return { source, intervalSeconds: 0, cost, dailyBudget: dailyBudget === null ? null : dailyBudget / 2, host };
}
