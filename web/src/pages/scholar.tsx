import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { OwnFeed } from '../features/feeds/own-feed.tsx';
import { OwnPublicList } from '../features/public-lists/own-public-list.tsx';
import { removeScholar } from '../features/scholars/change-scholars.ts';
import { CoAuthors } from '../features/scholars/co-authors.tsx';
import { nameOf } from '../features/scholars/order-scholars.ts';
import { PictureForm } from '../features/scholars/picture-form.tsx';
import { RejectedPublications } from '../features/scholars/rejected-publications.tsx';
import { ScholarFacts } from '../features/scholars/scholar-facts.tsx';
import classes from '../features/scholars/scholar-page.module.css';
import { ScholarPicture } from '../features/scholars/scholar-picture.tsx';
import { ScholarProfiles } from '../features/scholars/scholar-profiles.tsx';
import { scholarsQuery } from '../features/scholars/scholars-query.ts';
import { scholarsTexts } from '../texts/en/scholars.ts';
import { Button } from '../ui/button.tsx';
import { useCommands } from '../ui/command-provider.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { focusPage } from '../ui/focus-page.ts';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Text } from '../ui/text.tsx';
import { reportFailure, undoLast } from '../ui/undo.ts';

const route = getRouteApi('/inside/scholars/$id');
const texts = scholarsTexts.one;

export function ScholarPage() {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const { data: scholars, error } = useQuery(scholarsQuery);
  const toList = () => void navigate({ to: '/scholars' }).then(focusPage);
  useCommands(() => ({ undo: undoLast, back: toList }));
  const scholar = scholars?.find((one) => String(one.id) === id);
  if (!scholar) {
    return (
      <Page title={scholars ? texts.notFound : ''} windowTitle={scholarsTexts.windowTitle()}>
        <ProblemText error={error} />
        {scholars && <NoScholar />}
      </Page>
    );
  }
  const name = nameOf(scholar);
  const remove = () => {
    reportFailure(removeScholar(scholar, scholarsTexts.removed(name)));
    toList();
  };
  return (
    <Page
      key={id}
      title={name}
      windowTitle={scholarsTexts.windowTitle(name)}
      lead={<ScholarPicture scholar={scholar} size="md" />}
      actions={
        <Link to="/scholars" className={classes.all}>
          {texts.all}
        </Link>
      }
    >
      <ProblemText error={error} />
      <ScholarFacts scholar={scholar} />
      <ScholarProfiles scholar={scholar} />
      <OwnFeed source={{ scope: 'scholar', scholar_profile_id: scholar.id }} />
      <OwnPublicList source={{ scope: 'scholar', scholar_profile_id: scholar.id }} name={name} />
      <RejectedPublications scholarId={scholar.id} />
      <CoAuthors scholarId={scholar.id} />
      <PictureForm scholar={scholar} />
      <section className={classes.section} aria-labelledby="remove">
        <h2 id="remove">{texts.remove}</h2>
        <Text data-mb="sm">{texts.removeHint}</Text>
        <Button isDanger onClick={remove}>
          {scholarsTexts.remove}
        </Button>
      </section>
    </Page>
  );
}

function NoScholar() {
  return (
    <EmptyState title={texts.notFound}>
      <Text>{texts.notFoundHint}</Text>
      <Link to="/scholars">{texts.all}</Link>
    </EmptyState>
  );
}
