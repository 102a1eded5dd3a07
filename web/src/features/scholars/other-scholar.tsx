import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { Button } from '../../ui/button.tsx';
import { joinScholars } from './join-scholars.ts';
import { nameOf } from './order-scholars.ts';
import { scholarsQuery } from './scholars-query.ts';

const texts = scholarsTexts.profiles;

/** Says that another scholar of the user has a profile, with a link to that scholar, and offers to join the two. */
export function OtherScholar({ scholarId, id }: { scholarId: number; id: number }) {
  const { data: scholars } = useQuery(scholarsQuery);
  const other = scholars?.find((one) => one.id === id);
  return (
    <>
      {texts.ofOther}{' '}
      <Link to="/scholars/$id" params={{ id: String(id) }}>
        <bdi>{other ? nameOf(other) : texts.otherScholar}</bdi>
      </Link>
      .{' '}
      <Button
        isSmall
        onClick={() => joinScholars(scholarId, id, texts.joined(other ? nameOf(other) : texts.otherScholar))}
      >
        {texts.join}
      </Button>
    </>
  );
}
