import { expect, test } from 'vitest';
import { parseMailbox } from './mailbox.ts';

test.each([
  ['ada@example.org', { name: '', address: 'ada@example.org' }],
  ['Ada Lovelace <ada@example.org>', { name: 'Ada Lovelace', address: 'ada@example.org' }],
  [' "Lovelace, Ada" <ada+news@mail.example> ', { name: 'Lovelace, Ada', address: 'ada+news@mail.example' }],
  ['Årsta <root@[10.0.0.1]>', { name: 'Årsta', address: 'root@[10.0.0.1]' }],
])('%s is a mailbox', (text, mailbox) => {
  expect(parseMailbox(text)).toEqual(mailbox);
});

test.each(
  [
    ['', 'ada', 'ada@', 'a b@example.org', 'ada@example.org, b@example.org', 'ädä@example.org', 'Ada ada@example.org'],
    ['Ada <ada@example.org> more', 'Ada\r\nBcc: x <ada@example.org>', 'Ada <ada@example.org\r\nBcc:x>', '<<a@b>>'],
  ].flat(),
)('%j is not', (text) => {
  expect(parseMailbox(text)).toBeNull();
});
