import { Text } from '@mantine/core';
import { version } from '../../../package.json';
import { texts } from '../texts/en.ts';

/** Which version this is, for a report of a problem. */
export function VersionLine() {
  return (
    <Text size="sm" c="dimmed" mt="xl">
      {texts.version(version)}
    </Text>
  );
}
