import { useQuery } from '@tanstack/react-query';
import { publicListTexts } from '../../texts/en/public-lists.ts';
import { formatDate } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import list from '../admin/list.module.css';
import { Section } from '../admin/section.tsx';
import { allPublicListsQuery } from './public-lists-query.ts';

const texts = publicListTexts.admin;

/** The addresses that users have published, for administrators. */
export function AllPublicLists() {
  const { data, error } = useQuery(allPublicListsQuery);
  return (
    <Section title={texts.title} hint={texts.hint}>
      <ProblemText error={error} />
      {data?.is_enabled === false && <Text>{publicListTexts.switchedOff}</Text>}
      {data?.public_lists.length === 0 && <Text>{texts.none}</Text>}
      <ul className={list.list}>
        {data?.public_lists.map(({ id, name, url, email, created_at: since }) => (
          <li key={id} className={list.item}>
            <bdi className={list.strong}>{name}</bdi>
            <div>
              <a href={url} target="_blank" rel="noreferrer">
                {url}
              </a>
            </div>
            <div className={list.quiet}>{texts.by(email, formatDate(since))}</div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
