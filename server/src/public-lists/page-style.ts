/** The style of the pages of public lists: light, dark and printed. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf6;--sunk:#f4f1ea;--ink:#1c1b19;--ink-2:#55524c;--ink-3:#6b675f;--line:#e6e1d7;--link:#1f4f96;--bad:#a3322b;
--serif:'Source Serif 4','Source Serif Pro',Charter,'Iowan Old Style','Noto Serif',Georgia,serif;--sans:Inter,system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif}
@media (prefers-color-scheme:dark){:root{--paper:#171614;--sunk:#24221f;--ink:#efece5;--ink-2:#b9b4aa;--ink-3:#a39c91;--line:#33302b;--link:#8fb4f0;--bad:#ef8f87}}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:400 16px/1.5 var(--serif);-webkit-text-size-adjust:100%;overflow-wrap:break-word}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}:focus-visible{outline:2px solid var(--link);outline-offset:3px;border-radius:2px}
.sheet{max-width:54rem;margin:0 auto;padding:56px 32px 40px}
header,.lectern-section,.one,footer{display:grid;grid-template-columns:5.5rem minmax(0,1fr)}header>*,.one>*,footer>*{grid-column:2}
h1{font-size:34px;line-height:1.2;margin-bottom:8px;text-wrap:balance}header p{color:var(--ink-2);max-width:36rem;text-wrap:pretty}header p+p{margin-top:6px}
nav{font:500 13px/1.4 var(--sans);margin-top:14px;display:flex;flex-wrap:wrap;gap:4px 14px;font-variant-numeric:tabular-nums}nav .files{display:flex;gap:14px;margin-left:auto}
.lectern-section{margin-top:34px}.lectern-heading{font:600 19px/1.35 var(--serif);font-variant-numeric:lining-nums tabular-nums;position:sticky;top:16px;align-self:start}
.lectern-papers{list-style:none;padding:0;min-width:0}.lectern-paper{padding-bottom:16px;scroll-margin-top:16px;break-inside:avoid}
.lectern-title{text-align:left;font-size:17px;line-height:1.36;font-weight:600;text-wrap:pretty}.lectern-title a{color:var(--ink)}.lectern-title a:hover{color:var(--link)}
.lectern-title sub,.lectern-title sup{font-size:.72em;line-height:0}
.lectern-byline{font-size:15px;line-height:1.45;color:var(--ink-2);margin-top:1px}.lectern-own{color:var(--ink);font-weight:650}
.lectern-links{font:500 13px/1.4 var(--sans);margin-top:3px;display:flex;flex-wrap:wrap;gap:2px 14px}.lectern-kind{color:var(--ink-3);font-weight:400}
.lectern-notice{color:var(--bad);font-weight:600}
pre{font:12px/1.5 ui-monospace,'Noto Sans Mono',monospace;background:var(--sunk);color:var(--ink-2);border-radius:8px;padding:10px 14px;margin-top:6px;white-space:pre-wrap;overflow-wrap:anywhere}
.one h2{font:600 13px/1.4 var(--sans);color:var(--ink-2);margin-top:26px}header nav:first-child{margin:0 0 10px}h1 a{color:inherit}
.none{grid-column:2;color:var(--ink-2);margin-top:34px}
footer{margin-top:30px;font:400 13px/1.5 var(--sans);color:var(--ink-3)}footer>div{border-top:1px solid var(--line);padding-top:14px;display:flex;flex-wrap:wrap;gap:4px 18px;justify-content:space-between}
@media (max-width:700px){.sheet{padding:28px 18px 32px}header,.lectern-section,.one,footer{display:block}h1{font-size:28px}nav{line-height:24px}nav .files{margin-left:0;flex-basis:100%}
.lectern-heading{position:static;margin-bottom:8px}.lectern-links{line-height:24px}}
@media print{@page{size:A4;margin:20mm 20mm 18mm}:root{color-scheme:light;--paper:#fff;--ink:#000;--ink-2:#222;--ink-3:#555;--line:#bbb;--link:#000;--bad:#000}
body{font-size:10.5pt}.sheet{padding:0;max-width:none}nav,.lectern-cite,.lectern-pdf{display:none}h1{font-size:20pt}header,.lectern-section,.one,footer{grid-template-columns:4.2rem minmax(0,1fr)}
.lectern-section{margin-top:16pt}.lectern-heading{position:static;font-size:12pt}.lectern-paper{padding-bottom:7pt}.lectern-title{font-size:11pt}.lectern-byline{font-size:9.5pt}
.lectern-links{font-size:8.5pt;margin-top:0}.lectern-doi::after{content:' ' attr(data-doi)}}
`;
