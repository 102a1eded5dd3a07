import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { adminTexts } from '../../texts/en/admin.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import { formatNumber } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
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
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.publication}</Table.Th>
            <Table.Th>{texts.profile}</Table.Th>
            <Table.Th className={list.number}>{texts.users}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rejected.map(({ publication_id, title, source, source_id, name, user_count }) => (
            <Table.Tr key={`${publication_id} ${source} ${source_id}`}>
              <Table.Th scope="row" fw="normal" dir="auto">
                {title}
              </Table.Th>
              <Table.Td>
                <bdi>{name}</bdi>
                <div className={list.quiet}>
                  {sourceNames[source] ?? source} {source_id}
                </div>
              </Table.Td>
              <Table.Td className={list.number}>{formatNumber(user_count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
