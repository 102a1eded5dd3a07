import { accountTexts } from '../../texts/en/account.ts';

// what says less of itself stands later: all of them claim to be the others
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
] as const;
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** The browser that a session is in, as people name it. */
export function describeBrowser(userAgent: string | null): string {
  const texts = accountTexts.sessions;
  const nameIn = (list: typeof BROWSERS | typeof SYSTEMS) => list.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser && system) return texts.onSystem(browser, system);
  // whatever it says of itself is better than nothing
  return browser ?? system ?? (userAgent?.slice(0, 60) || texts.unknown);
}
