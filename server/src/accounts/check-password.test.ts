import { expect, test } from 'vitest';
import { checkPassword } from './check-password.ts';

type Place = Parameters<typeof checkPassword>[1];

const PLACE: Place = { email: 'Ada.Lovelace@uni.example', publicUrl: 'https://papers.engine.example' };
const check = (password: string, place: Place = PLACE) => checkPassword(password, place);
/** The message of the refusal; null if the password is accepted. */
const refusal = (password: string, place: Place = PLACE): Promise<string | null> =>
  check(password, place).then(
    () => null,
    (error) => {
      expect(error).toMatchObject({ kind: 'invalid', code: 'invalid_password' });
      return error.message;
    },
  );

test('a password has 12 to 256 characters, and each visible character counts once', async () => {
  const random = Array.from({ length: 256 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)));
  for (const good of [random.slice(0, 12), random, [...'e\u0301tudes d\u2019e\u0301te\u0301']])
    expect(await refusal(good.join('')), good.join('')).toBeNull();
  for (const bad of ['', 'quixotic env', 'e\u0301tude d\u2019e\u0301t'].map((text) => text.slice(0, 11)))
    expect(await refusal(bad)).toBe('A password must have 12 to 256 characters.');
  expect(await refusal(`${random.join('')}x`)).toBe('A password must have 12 to 256 characters.');
});

test('a password that needs fewer than 10^8 guesses is refused, and the message says why', async () => {
  const refused: Record<string, readonly string[]> = {
    'It repeats one character.': ['111111111111', ' '.repeat(12), '☃'.repeat(12), 'x'.repeat(256)],
    'It repeats the same characters.': ['123412341234', '202620262026', '密码'.repeat(6), 'qZ!7qZ!7qZ!7'],
    'It is a common password.': ['1qaz2wsx3edc', 'QWERTY123456', 'qazwsxedcrfv', '1q2w3e4r5t6y'],
    'It is close to a common password.': [
      ...['password123456', 'Password123456', 'p@ssw0rd123456', '654321drowssap', 'iloveyou1234'],
      ...['changeme1234', 'qwertyuiop12', 'letmeinplease'],
      'ｐａｓｓｗｏｒｄ１２３４５６',
    ],
    'It contains the email address or a part of it.': [
      ...['ada.lovelace@uni.example', 'ADA.LOVELACE@UNI.EXAMPLE', 'ada.lovelace@uni.example1'],
      ...['ada.lovelace@uni.example!', 'ada.lovelace@uni.example2026', 'lovelace123456', '4da.l0velace!'],
      ...['adalovelace1815', 'AdaL0velace2026', 'ADALOVELACE!!', 'ada lovelace 15', 'lovelace-ada1', 'alovelace1234'],
    ],
    'It contains the name of this service.': [
      ...['lecternlectern', 'lectern123456', 'Lectern2026!', 'L3ct3rn12345', 'papers.engine.example'],
    ],
    'It contains a common name.': ['MontgomerySmith', 'throckmorton1'],
    'It is little more than a common word.': ['internationalization', 'publications1', 'bibliography12'],
    'It contains a sequence like abcdef or 123456.': ['abcdefghijkl', 'mnopqrstuvwxyz', '987654321098'],
    'It lists words in their usual order.': ['mondaytuesdaywednesday', 'one two three four'],
    'It follows keys that are next to each other.': ['zxcvbnm,./;lk'],
    'It contains a date or a year.': ['12-31-1985!!', '15.01.202499'],
  };
  for (const [reason, passwords] of Object.entries(refused)) {
    const message = `This password is easy to guess. ${reason} Use several unrelated words.`;
    for (const password of passwords) expect(await refusal(password), password).toBe(message);
  }
});

test('a phrase is accepted, whatever its characters', async () => {
  const accepted = [
    ...['correct horse battery staple', 'another long passphrase', 'a member has a phrase', 'long enough phrase'],
    ...['reset to this phrase', 'reset once more to this', 'a third long passphrase', 'a desk to read at'],
    ...['a phrase of grace that is long', 'unbelievable librarians', 'lower case alone', '582946173058'],
    ...['Ünï\tcödé\n "\'\\%', '天地玄黄宇宙洪荒日月盈昃', 'my constructor has __proto__ in it'],
  ];
  for (const password of accepted) expect(await refusal(password), password).toBeNull();
});

test("what belongs to another account or service does not count, and a long address does not hide one's own", async () => {
  expect(await refusal('ada.lovelace@uni.example', { email: 'b@c.example', publicUrl: null })).toBeNull();
  const email = `${'quixotic-zephyr-'.repeat(4).slice(0, 63)}@${'vexing-jumbled-'.repeat(9)}.example`;
  expect(await refusal(email, { email, publicUrl: null })).toContain('It contains the email address');
  expect(await refusal(email)).toBeNull();
});
