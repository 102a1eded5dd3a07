import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { texts } from '../texts/en.ts';

/** Which version the server runs, for a report of a problem. */
export function VersionLine() {
  const { data: version } = useQuery({
    queryKey: ['version'],
    queryFn: readVersion,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Text size="sm" c="dimmed" mt="xl" mih="1.5em">
      {version && texts.version(version)}
    </Text>
  );
}

async function readVersion(): Promise<string> {
  const response = await fetch('/healthz');
  const { version } = await response.json();
  return String(version);
}
