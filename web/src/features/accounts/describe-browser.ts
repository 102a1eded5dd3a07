import { accountTexts } from '../../texts/en/account.ts';

// from specific to general, because most user agents also name other browsers
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

/** Common names of browser and system, such as "Firefox on Linux". */
export function describeBrowser(userAgent: string | null): string {
  const texts = accountTexts.sessions;
  const nameIn = (list: typeof BROWSERS | typeof SYSTEMS) => list.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser && system) return texts.onSystem(browser, system);
  // an unknown user agent is better than nothing
  return browser ?? system ?? (userAgent?.slice(0, 60) || texts.unknown);
}
