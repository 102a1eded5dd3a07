import type { ErrorComponentProps } from '@tanstack/react-router';
import { texts } from '../texts/en.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ProblemText } from '../ui/problem-text.tsx';

/** Shown instead of the whole application after an error or for an unknown address. */
export function RouteProblem(props: Partial<ErrorComponentProps>) {
  return (
    <main>
      <title>{texts.product}</title>
      <h1 className="visually-hidden">{texts.product}</h1>
      <PageProblem {...props} />
    </main>
  );
}

/** Shown instead of a page, with the navigation around it. */
export function PageProblem({ error }: Partial<ErrorComponentProps>) {
  const problem = error instanceof Error ? error : null;
  return (
    <EmptyState title={problem ? texts.problems.pageFailed : texts.problems.noPage}>
      {problem ? <ProblemText error={problem} /> : <p>{texts.problems.noPageHint}</p>}
      <p>
        <LinkButton href="/">{texts.problems.toPublications}</LinkButton>
      </p>
    </EmptyState>
  );
}
