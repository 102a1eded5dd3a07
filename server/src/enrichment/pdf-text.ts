/** A longer text is not the name of a link. */
export const MAX_TEXT_LENGTH = 60;

/** "PDF", "Download PDF", "Full text (PDF, 1.7 MB)" */
const PLAIN =
  /^(?:(?:download|view|open|read|get|the|this|as|in|a|article|paper|free|full|text|full-?text) )*pdf(?: (?:file|version|document|download|article|paper|full|text|full-?text|[\d.,]+ ?[km]i?b))*$/;
const MAX_WORDS = 5;
/** A reference prints the address of what it cites. */
const ADDRESS = /:\/\/|^www\.|\.\p{L}{2,}\//u;
/** The word, or the end of a file's name. Other scripts write it without spaces: "全文PDF". */
const PDF = /(?<![\p{sc=Latin}\d])pdf(?![\p{sc=Latin}\d])/u;

/** "Download" or "full text" in the languages of most journals. Such a link says nothing about the format. */
const WITHOUT_FORMAT =
  /^(?:download|full-? ?text|herunterladen|volltext|télécharger|texte intégral|descargar|baixar|texto (?:completo|íntegro|integral)|scarica|testo (?:completo|integrale)|скачать|полный текст|下载|下載|全文|全文下载|全文下載|ダウンロード|本文|다운로드|원문|view\/ ?open|pobierz|pełny tekst|indir|tam metin|unduh|تحميل|النص الكامل)(?: [\d.,]+ ?[km]i?b)?$/;

/**
 * Words for what accompanies a publication, for what contains it, and for pages about something else. They are the
 * beginnings of words, in English, German, French, Spanish, Portuguese, Italian and Russian, and the most frequent ones
 * in Polish and Turkish.
 */
const OTHER_THING =
  /(?<!\p{L})(?:sup+l|addition|append|annex|anhang|anlage|anexo|allegat|прилож|дополн|support|zusatz|ergänz|esm|figs?(?!\p{L})|figur|table|abbild|tabell|tabla|tableau|рисун|табл|graphic|slide|poster|present|folien|video|data|code|software|cit[aei]|zitier|цитир|refer|biblio|liter|ris(?!\p{L})|bibtex|export|metadata|instruc|instruç|istruz|guid|richtlin|hinweis|norm|directr|инструк|правил|polic|term|condition|privacy|datenschutz|licen|lizenz|rights|permission|copyright|form(?!at)|template|checklist|flyer|broch|catalog|katalog|cover|title ?page|titel|masthead|impress|content|inhalt|índice|sumár|sommaire|indice|содерж|оглав|toc(?!\p{L})|index|issue|heft|volume|número|numéro|numero|выпуск|fasc|editorial|about|what|why|how|help|hilfe|ayuda|aide|reader|viewer|acrobat|plug|tool|converter|purchas|buy|rent|order|price|kauf|bestell|compr|achet|acquist|купить|request|sign|log ?in|regist|subscri|abonn|review|gutachten|respons|reply|reporting|summary|abstract|resum|résum|kurz|zusammen|riassunt|аннот|реферат|preview|sample|excerpt|leseprobe|extract|auszug|errat|corrig|correc|korrig|letter|press|news|newsletter|manual|handb|cv(?!\p{L})|curricul|list|all(?!\p{L})|other|next|previous|related|similar|translat|podcast|email|share|accessib|disclos|agreement|contract|consent|ethic|syllab|program|schedul|call|conflict|interest|convert|transcript|questionn|fragebog|mmc\d|key ?point|s\d{1,2}(?![\p{L}\d])|portada|couvert|spis|okładk|kapak|i\u0307?çindek|ek(?:ler)?(?!\p{L}))/u;
/** The same in Chinese, Japanese and Korean, which write words without spaces. */
const OTHER_THING_EAST =
  /[附补補]|支撑|整[期刊]|本期|全刊|[图圖図表]|目[录錄次]|引用|[参參]考|封面|[说說]明|指南|投稿|[购購]|[买買]|摘要|要旨|抄録|[订訂]|授[权權]|版[权權]|부록|초록|목차|인용|구매|표지|안내|규정/u;

/**
 * How sure the text of a link is to name the PDF of the publication: `plain`, `likely`, or null if it names another
 * thing.
 */
export function judgePdfText(text: string, href: string): 'plain' | 'likely' | null {
  if (text.length > MAX_TEXT_LENGTH || ADDRESS.test(text.trim())) return null;
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s()[\]{}|:,;–—]+/g, ' ')
    .trim();
  if (PLAIN.test(words)) return 'plain';
  if (WITHOUT_FORMAT.test(words)) return /\.pdf$|\/pdf(?:\/|$)/i.test(href.replace(/[?#].*$/s, '')) ? 'likely' : null;
  if (!PDF.test(words) || words.split(' ').length > MAX_WORDS) return null;
  return OTHER_THING.test(words.replaceAll('_', ' ')) || OTHER_THING_EAST.test(words) ? null : 'likely';
}
