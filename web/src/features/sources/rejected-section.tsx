import { useQuery } from '@tanstack/react-query';
import { adminTexts } from '../../texts/en/admin.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import { formatNumber } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Table } from '../../ui/table.tsx';
import list from '../admin/list.module.css';
import { Section } from '../admin/section.tsx';
import { rejectedQuery } from './rejected-query.ts';

const { rejected: texts } = adminTexts;

/** Publications that several users rejected, which shows that a source mixes up people. Nothing if there are none. */
export function RejectedSection() {
  const { data: rejected = [], error } = useQuery(rejectedQuery);
  if (error) return <ProblemText error={error} />;
  if (rejected.length === 0) return null;
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Table>
        <thead>
          <tr>
            <th>{texts.publication}</th>
            <th>{texts.profile}</th>
            <th className={list.number}>{texts.users}</th>
          </tr>
        </thead>
        <tbody>
          {rejected.map(({ publication_id, title, source, source_id, name, user_count }) => (
            <tr key={`${publication_id} ${source} ${source_id}`}>
              <th scope="row" dir="auto">
                {title}
              </th>
              <td>
                <bdi>{name}</bdi>
                <div className={list.quiet}>
                  {sourceNames[source] ?? source} {source_id}
                </div>
              </td>
              <td className={list.number}>{formatNumber(user_count)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
