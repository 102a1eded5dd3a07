import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { acceptPublication } from '../publications/reject.ts';
import classes from './scholar-page.module.css';

const texts = scholarsTexts.rejected;

const rejectedQuery = (scholarId: number) =>
  queryOptions({
    queryKey: ['scholars', scholarId, 'rejected'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: scholarId } };
      return (await unwrap(api.GET('/api/v1/scholars/{id}/rejected-publications', { params, signal })))
        .rejected_publications;
    },
  });

/**
 * The publications that the user rejected for a scholar. A button takes each rejection back. Shows nothing if there are
 * none.
 */
export function RejectedPublications({ scholarId }: { scholarId: number }) {
  const { data: rejected = [], error } = useQuery(rejectedQuery(scholarId));
  const accept = useMutation({ mutationFn: (id: number) => acceptPublication(id, scholarId) });
  if (rejected.length === 0 && !error) return null;
  return (
    <section className={classes.section} aria-labelledby="rejected">
      <h2 id="rejected">{texts.title}</h2>
      <ProblemText error={error ?? accept.error} />
      <ul className={classes.profiles}>
        {rejected.map(({ publication_id: id, title, author_text: authors }) => (
          <li key={id}>
            <div>
              <div dir="auto">{title}</div>
              <div className={classes.quiet} dir="auto">
                {authors}
              </div>
            </div>
            <BusyButton
              isSmall
              isBusy={accept.isPending && accept.variables === id}
              aria-label={texts.takeBackNamed(title)}
              onClick={() => accept.mutate(id)}
            >
              {texts.takeBack}
            </BusyButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
