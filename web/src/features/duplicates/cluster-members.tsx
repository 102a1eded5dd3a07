import type { ReactNode } from 'react';
import type { Cluster } from '../../api/shapes.ts';
import { duplicateTexts as said } from '../../texts/en/duplicates.ts';
import { formatNumber } from '../../ui/format.ts';
import list from '../admin/list.module.css';
import classes from './duplicates.module.css';

type Member = Cluster['members'][number];
type Field = Cluster['evidence'][number]['fields'][number];

/** A column a member, the one that stays first; what is said of a field stands at the height of the same field of the others. */
export function ClusterMembers({ cluster }: { cluster: Cluster }) {
  const evidence = new Map(cluster.evidence.map((one) => [one.publication_id, one]));
  return (
    // many members are wider than the page: what scrolls can be reached with the keys, too
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.members} tabIndex={0} aria-label={said.members(cluster.winner_publication_id)}>
      {cluster.members.map((member) => {
        const against = evidence.get(member.publication_id);
        return (
          <dl
            key={member.publication_id}
            className={classes.member}
            data-stays={member.publication_id === cluster.winner_publication_id || undefined}
          >
            <div>
              <dt>{said.publication(member.publication_id)}</dt>
              <dd>{against ? said.goes(against.similarity_score) : said.stays}</dd>
            </div>
            <MemberFields member={member} fields={against?.fields ?? []} />
          </dl>
        );
      })}
    </section>
  );
}

function MemberFields({ member, fields }: { member: Member; fields: readonly Field[] }) {
  const about = (name: Field['field']) => fields.find(({ field }) => field === name);
  return (
    <>
      <Fact name={said.fields.title} verdict={about('title')}>
        <span className={list.strong} dir="auto">
          {member.title}
        </span>
      </Fact>
      <Fact name={said.fields.authors} verdict={about('authors')}>
        <bdi>{member.author_text}</bdi>
      </Fact>
      <Fact name={said.fields.year} verdict={about('year')}>
        {member.year}
      </Fact>
      <Fact name={said.fields.venue} verdict={about('venue')}>
        <bdi>{member.venue_text}</bdi>
      </Fact>
      <Fact name={said.fields.identifiers} verdict={about('identifiers')}>
        {member.identifiers.length > 0 &&
          member.identifiers.map(({ kind, value }) => (
            <div key={`${kind}:${value}`}>
              {said.kinds[kind] ?? kind}: {value}
            </div>
          ))}
      </Fact>
      <Fact name={said.fields.citations}>{formatNumber(member.citation_count)}</Fact>
      <Fact name={said.fields.libraries}>{said.libraries(member.library_count)}</Fact>
    </>
  );
}

function Fact({ name, verdict, children }: { name: string; verdict?: Field | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children || <span className={list.quiet}>{said.none}</span>}
        {verdict && (
          <div className={classes.evidence} data-verdict={verdict.verdict}>
            <strong>{said.verdicts[verdict.verdict]}</strong>: {verdict.detail}
          </div>
        )}
      </dd>
    </div>
  );
}
