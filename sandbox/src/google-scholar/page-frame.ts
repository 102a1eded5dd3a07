import { readPage } from '../data.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/**
 * A style sheet of 63 kB and a script of 43 kB, as in the head of a real page, because a parser has to get past them.
 */
const headBallast: string = `<style>${styleRules(63_000)}</style><script>${scriptLines(43_000)}</script>`;

/** The first lines of every page of the site. `extra` is markup. */
export function renderHead(title: string, extra = ''): string {
  return (
    `<!doctype html><html><head><title>${title}</title><meta http-equiv="Content-Type" content="text/html;charset=UTF-8">` +
    '<meta http-equiv="X-UA-Compatible" content="IE=Edge"><meta name="referrer" content="origin-when-cross-origin">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1,minimum-scale=1,maximum-scale=2">' +
    `<meta name="format-detection" content="telephone=no"><link rel="shortcut icon" href="/favicon.ico">${extra}`
  );
}

/**
 * The markup from the end of the head to the page's own content. Even a normal page has hidden error messages and "Sign
 * in", so these do not identify a refusal.
 */
export const frameTop = headBallast + readPage('frame-top');

/** The markup after the page's own content. */
export const frameBottom = readPage('frame-bottom');

function styleRules(size: number): string {
  let css = 'html,body{height:100%;background:#fff}.gs_oph{display:none}.gsc_a_at{font-size:16px;color:#1a0dab}';
  for (let at = 0; css.length < size; at += 1) {
    css += `.gs_x${nameOf(at)},.gs_el_ph .gs_x${nameOf(at)}>.gs_ico{padding:${at % 13}px ${at % 29}px;margin:0 ${at % 7}px}`;
  }
  return css;
}

function scriptLines(size: number): string {
  let script = 'var gs_page={};';
  for (let at = 0; script.length < size; at += 1) {
    script += `gs_page.${nameOf(at)}=function(a,b){return a<${at}&&b>"</td>".length?a:b+${at % 17}};`;
  }
  return script;
}

function nameOf(at: number): string {
  return `${letters[at % 26]}${letters[(at * 7) % 26]}${at}`;
}
