import { Kbd, Modal, Switch, Table } from '@mantine/core';
import { texts } from '../texts/en.ts';
import { useKeysEnabled } from '../ui/use-keys.ts';

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const [isEnabled, setEnabled] = useKeysEnabled();
  return (
    <Modal opened onClose={onClose} title={texts.nav.keys} closeButtonProps={{ 'aria-label': texts.close }}>
      <Switch
        mb="md"
        label={texts.keys.enabled}
        checked={isEnabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {texts.keys.list.map(([keys, does]) => (
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
    </Modal>
  );
}
