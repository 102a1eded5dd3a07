import { Box, Kbd, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isAdminQuery } from '../features/accounts/session-query.ts';
import { texts } from '../texts/en.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeysSwitch } from '../ui/keys-switch.tsx';

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { data: isAdmin } = useQuery(isAdminQuery);
  return (
    <Dialog onClose={onClose} title={texts.keys.title}>
      <Box mb="md">
        <KeysSwitch />
      </Box>
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {texts.keys.list
            .filter(([, , forWhom]) => isAdmin || forWhom !== 'admins')
            .map(([keys, does]) => (
              <Table.Tr key={does}>
                <Table.Td>
                  {keys.map((key) => (
                    <Kbd key={key} mr={4}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Td>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
