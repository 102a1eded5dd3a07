const letters = 'abcdefghijklmnopqrstuvwxyz';

/** The style sheet and the script in a real page's head: about 63 kB and 43 kB that a reader has to get past. */
export const headBallast: string = `<style>${styleRules(63_000)}</style><script>${scriptLines(43_000)}</script>`;

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
