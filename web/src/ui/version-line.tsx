import { useQuery } from '@tanstack/react-query';
import { texts } from '../texts/en.ts';
import classes from './page.module.css';
import { Text } from './text.tsx';

/** Which version the server runs, for a report of a problem. */
export function VersionLine() {
  const { data: version } = useQuery({
    queryKey: ['version'],
    queryFn: readVersion,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Text tone="quiet" data-mt="xl" className={classes.version}>
      {version && texts.version(version)}
    </Text>
  );
}

async function readVersion(): Promise<string> {
  const response = await fetch('/healthz');
  const { version } = await response.json();
  return String(version);
}
