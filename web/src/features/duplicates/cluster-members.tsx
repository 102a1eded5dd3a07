import type { ReactNode } from 'react';
import type { Cluster } from '../../api/shapes.ts';
import { duplicateTexts as texts } from '../../texts/en/duplicates.ts';
import { texts as common } from '../../texts/en.ts';
import { formatNumber } from '../../ui/format.ts';
import list from '../admin/list.module.css';
import classes from './duplicates.module.css';

type Member = Cluster['members'][number];
type Field = Cluster['evidence'][number]['fields'][number];

/** One column per member, the kept one first, with the same field of all members in one row. */
export function ClusterMembers({ cluster }: { cluster: Cluster }) {
  const evidence = new Map(cluster.evidence.map((one) => [one.publication_id, one]));
  return (
    // many members are wider than the page, and a scrolling element must be reachable by keyboard
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.members} tabIndex={0} aria-label={texts.members(cluster.winner_publication_id)}>
      {cluster.members.map((member) => {
        const comparison = evidence.get(member.publication_id);
        return (
          <dl
            key={member.publication_id}
            className={classes.member}
            data-kept={member.publication_id === cluster.winner_publication_id || undefined}
          >
            <div>
              <dt>{texts.publication(member.publication_id)}</dt>
              <dd>{comparison ? texts.mergeInto(comparison.similarity_score) : texts.keep}</dd>
            </div>
            <MemberFields member={member} fields={comparison?.fields ?? []} />
          </dl>
        );
      })}
    </section>
  );
}

function MemberFields({ member, fields }: { member: Member; fields: readonly Field[] }) {
  const verdictOn = (name: Field['field']) => fields.find(({ field }) => field === name);
  return (
    <>
      <Fact name={texts.fields.title} verdict={verdictOn('title')}>
        <span className={list.strong} dir="auto">
          {member.title}
        </span>
      </Fact>
      <Fact name={texts.fields.authors} verdict={verdictOn('authors')}>
        <bdi>{member.author_text}</bdi>
      </Fact>
      <Fact name={texts.fields.year} verdict={verdictOn('year')}>
        {member.year}
      </Fact>
      <Fact name={texts.fields.venue} verdict={verdictOn('venue')}>
        <bdi>{member.venue_text}</bdi>
      </Fact>
      <Fact name={texts.fields.identifiers} verdict={verdictOn('identifiers')}>
        {member.identifiers.length > 0 &&
          member.identifiers.map(({ kind, value }) => (
            <div key={`${kind}:${value}`}>
              {common.identifiers[kind] ?? kind}: {value}
            </div>
          ))}
      </Fact>
      <Fact name={texts.fields.citations}>{formatNumber(member.citation_count)}</Fact>
      <Fact name={texts.fields.libraries}>{texts.libraries(member.library_count)}</Fact>
    </>
  );
}

function Fact({ name, verdict, children }: { name: string; verdict?: Field | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children || <span className={list.quiet}>{texts.none}</span>}
        {verdict && (
          <div className={classes.evidence} data-verdict={verdict.verdict}>
            <strong>{texts.verdicts[verdict.verdict]}</strong>: {verdict.detail}
          </div>
        )}
      </dd>
    </div>
  );
}
