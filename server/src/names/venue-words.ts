/** Words of several languages that say which kind of publication a venue names. */

export const CONFERENCE =
  /\b(?:proceedings|conference|symposium|workshops?|congress|colloquium|advances in neural information processing systems)\b|\b(?:proc|conf)\./i;
/** The proceedings of a society or an academy are a journal: "Proceedings of the Royal Society B 287". */
export const OF_SOCIETY =
  /^proc(?:eedings|\.)(?: of)?(?: the)?\b(?!.*\b(?:annual|annu\.|conf|congress|colloquium|meeting|symp|workshop)).*(?:\bsociety|\bacademy|\bsoc\.|\bacad\.|\bIEEE(?:,|\s+\d|$)|\bACM on )/i;
export const PATENT = /^(?:[A-Z]{2} )?patents?\b/i;
export const BOOK_PART = /\b(?:handbook|encyclop(?:a?edia)|companion to)\b/i;
/** A series of reports, as its institution names it: "NBER Working Paper, 30010". */
export const REPORT =
  /\b(?:(?:(?:technical|research|tech\.|internal|staff)\s+(?:reports?|rep\.|memorand(?:um|a))|(?:working|discussion|white|policy research working|staff)\s+papers?|arbeitspapiere?|documentos? de trabajo)(?:\s+series)?)(?!\p{L})/iu;

const starts = (words: string) => String.raw`(?<!\p{L})(?:${words})\p{L}*`;
const within = (words: string) => `(?:${words})`;
/** A thesis or dissertation in the languages in which most are written. */
export const THESIS = new RegExp(
  [
    String.raw`(?<!\p{L})(?:thes[ie]s|thèse|tes(?:i|is|ina|e)|tez[iıa]?)(?!\p{L})`,
    starts(
      'dissert|diss\\.|habilitation|diserta|dizert|rozprawa|prac[ay] (?:doktor|magister|licencj)|afhandling|avhandling|väitöskirja|doktorsritgerð',
    ),
    starts(
      'proefschrift|trabajo de fin de|trabalho de conclusão|mémoire de (?:master|maîtrise|dea)|diplomová práce|doktori értekezés|lisensiaatin|licentiat|pro gradu',
    ),
    starts('дисс|дисер|автореферат|кандидатска'),
    within(
      'doktorarbeit|masterarbeit|bachelorarbeit|diplomarbeit|magisterarbeit|promotionsschrift|διατριβή|διπλωματική',
    ),
    within(
      '学位论文|学位論文|博士论文|博士論文|硕士论文|修士論文|卒業論文|碩士論文|학위논문|박사논문|석사논문|رسالة (?:دكتوراه|ماجستير)|پایان.?نامه',
    ),
  ].join('|'),
  'iu',
);

/** Journals with such a word in their names. */
export const THESIS_SERIES = /^(?:thesis eleven|dissertationes|dissertation abstracts)(?!\p{L})/iu;

const PUBLISHER = new RegExp(
  String.raw`\b(?:press|publish(?:ers?|ing)|publications|verlag|books|editions|éditions|editorial|editora|editore|edizioni|presses|wydawnictwo|издательство)(?!\p{L})|出版社$|書店$|` +
    '^(?:springer|elsevier|wiley|routledge|birkhäuser|de gruyter|mcgraw[- ]hill|academic press|crc press|sage|palgrave macmillan|' +
    String.raw`(?:john |j\. )?wiley (?:&|and) sons|o['’]reilly|morgan kaufmann|cengage|world scientific|igi global|intechopen|(?:walter|mouton) de gruyter|brill|` +
    String.raw`peter lang|vandenhoeck|nomos|peeters)(?!\p{L})`,
  'iu',
);
/** Words of the names of journals and other series, which publishers and universities do not have in theirs. */
const SERIES =
  /\b(?:journal|reviews?|bulletin|annals|acta|transactions|proceedings|studies|letters|reports?|quarterly|magazine|news|newsletter|papers?|series|research|advances|frontiers|revue|revista|rivista|zeitschrift|boletín|boletim|anales|anais|annales|cahiers|archiv\p{L}*|experiments|law|scientiarum|protocols|yearbook)(?!\p{L})|学报|學報|学刊|学报|紀要|論集|論叢|研究|저널|논문집|вестник|известия|записки|труды|журнал|бюллетень/iu;
const UNIVERSITY =
  /(?<!\p{L})(?:universit(?:y|é|ä?t|ät|à|eit|etet|et|ate|atea)|universi(?:dad|dade|tat|tas)|uniwersytet|univerzita|univerza|sveučilište|yliopisto|egyetem|üniversitesi|университет|університет|πανεπιστήμιο|institutes? of technology|polit[eé]cnic[oa]|polytechni\p{L}*|hochschule|école (?:normale|centrale|des))(?!\p{L})|^(?:ETH|EPFL|TU|MIT|UC|KTH)(?: \p{Lu}\p{L}+)?$|大学$|大學$|대학교$|جامعة/iu;

/** Whether a venue names a publisher and nothing else. */
export function isPublisher(venue: string): boolean {
  return PUBLISHER.test(venue) && !SERIES.test(venue) && !/\d/.test(venue);
}

/** Whether a venue names a university and nothing else. Google Scholar shows theses so. */
export function isUniversity(venue: string): boolean {
  return UNIVERSITY.test(venue) && !SERIES.test(venue) && !PUBLISHER.test(venue) && !/\d/.test(venue);
}
