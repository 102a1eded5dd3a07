import { type Field, listOf } from './field.ts';

export const medicine: Field = {
  name: 'public health',
  interests: listOf('Epidemiology | Public Health | Cardiology | Global Health | Clinical Trials'),
  templates:
    listOf(`{exposure} and {outcome} in {people}: {design} | Effect of {treatment} on {outcome} in {people}: {trial}
    | {outcome} after {treatment} among {people} | Association of {exposure} with {outcome}: {design} | {treatment} versus usual care
    for {people} with {disease}: {trial} | Trends in {outcome} among {people} with {disease} | Cost-effectiveness of {treatment} for
    {disease} in {place} | Barriers to {treatment} for {people} in {place}: a qualitative study | Prevalence and determinants of
    {disease} among {people} in {place} | {exposure}, {disease} and {outcome}: {design} | Predicting {outcome} in {people} with
    {disease} | Inequalities in {treatment} for {disease} in {place}`),
  words: {
    exposure:
      listOf(`air pollution | shift work | sleep duration | maternal smoking | ultra-processed food | physical inactivity
      | household income | vitamin D deficiency | night-time noise | screen time | social isolation | heat exposure | alcohol use`),
    outcome:
      listOf(`all-cause mortality | hospital readmission | cognitive decline | birth weight | quality of life | blood
      pressure | depressive symptoms | stroke recovery | cardiovascular events | school absence | fracture risk | long-term survival`),
    people:
      listOf(`older adults | pregnant women | adolescents | health care workers | children under five | cancer survivors
      | migrants | primary care patients | veterans | people experiencing homelessness | kidney transplant recipients`),
    treatment:
      listOf(`telemonitoring | cognitive behavioural therapy | early mobilisation | community health workers | statin therapy
      | rotavirus vaccination | a school-based exercise programme | text message reminders | dialysis at home | integrated palliative
      care | cash transfers | screening colonoscopy`),
    disease:
      listOf(`type 2 diabetes | heart failure | tuberculosis | chronic kidney disease | asthma | breast cancer | dementia
      | hypertension | malaria | chronic obstructive pulmonary disease | long COVID | postpartum depression | HIV`),
    place:
      listOf(`rural Kenya | northern England | Vietnam | urban India | Scotland | sub-Saharan Africa | Brazil | Jordan
      | the Nordic countries | Greece | Bangladesh | New South Wales`),
    design:
      listOf(`a prospective cohort study | a systematic review and meta-analysis | a Mendelian randomisation study | a nationwide
      register study | a case–control study | an interrupted time series analysis | a cross-sectional survey`),
    trial:
      listOf(`a randomised controlled trial | a cluster-randomised trial | a pragmatic stepped-wedge trial | study protocol
      | a pilot study | five-year follow-up`),
  },
  venues: listOf(`The Lancet Global Health {v} ({i}), e{p} | BMJ Open {v} ({i}), e{n} | PLoS Medicine {v} ({i}), e{n}
    | International Journal of Epidemiology {v} ({i}), {p} | JAMA Network Open {v} ({i}), e{n} | BMC Public Health {v} ({i}), {p}
    | American Journal of Epidemiology {v} ({i}), {p} | European Heart Journal {v} ({i}), {p} | Vaccine {v} ({i}), {p}
    | Cochrane Database of Systematic Reviews | Bulletin of the World Health Organization {v} ({i}), {p}`),
};

export const economics: Field = {
  name: 'economics',
  interests: listOf(
    'Labor Economics | Development Economics | Political Economy | Behavioral Economics | Econometrics',
  ),
  templates:
    listOf(`{cause} and {result}: evidence from {source} | Can {cause} change {result}? | The {adjective} effects of {cause} on
    {result} | {result} in the shadow of {cause} | Who gains from {cause}? {result} and {source} | {cause}, {result} and the {concept}
    | Measuring {result} with {source} | A theory of {concept} and {cause} | “{slogan}”: {cause} and {result} in {place}
    | {concept} in {place}: {source} revisited | The long shadow of {cause}: {result} in {place}`),
  words: {
    cause:
      listOf(`trade liberalisation | minimum wages | parental leave | R&D subsidies | compulsory schooling | remittances | carbon
      taxes | central bank communication | mobile money | land reform | automation | rent control | microcredit | immigration
      | electoral competition | broadband access | colonial railways | pension reform`),
    result:
      listOf(`household consumption | wage inequality | firm entry | female employment | tax evasion | school attainment | voter
      turnout | local innovation | child health | house prices | intergenerational mobility | corruption | job polarisation | trust
      | informal employment | regional convergence`),
    source:
      listOf(`administrative data | a field experiment | matched employer–employee records | a border discontinuity | four centuries
      of parish registers | online job advertisements | night-time lights | a natural experiment | linked censuses | customs records`),
    adjective: listOf(
      'long-run | distributional | unintended | macroeconomic | heterogeneous | spatial | dynamic | political',
    ),
    concept:
      listOf(`household division of labour | boundaries of the firm | gains from trade | social contract | cost of living | resource curse | returns
      to schooling | price of information | limits of commitment`),
    place:
      listOf(`Mexico | rural China | the Ottoman Empire | Weimar Germany | Indonesia | the Soviet Union | northern Nigeria | Italy
      | nineteenth-century Britain | Poland | Egypt | South Africa`),
    slogan: listOf(
      `Take back control | Too big to fail | Money for nothing | Bread and land | Made at home | Not in my back yard`,
    ),
  },
  venues:
    listOf(`American Economic Review {v} ({i}), {p} | Journal of Political Economy {v} ({i}), {p} | Economica {v} ({i}), {p}
    | The Quarterly Journal of Economics {v} ({i}), {p} | Journal of Development Economics {v}, {n} | NBER Working Paper, {n}
    | The Economic Journal {v} ({i}), {p} | Journal of Economic History {v} ({i}), {p} | Labour Economics {v}, {n}
    | Review of Economics & Statistics {v} ({i}), {p} | Oxford Bulletin of Economics and Statistics {v} ({i}), {p}`),
};

export const humanities: Field = {
  name: 'linguistics and history',
  interests: listOf('Linguistics | Cultural History | Digital Humanities | Philology | Archaeology'),
  templates:
    listOf(`{topic} in {corpus} | {topic} and {topicB} in {context} | The {noun} of {topic}: {corpus} in {context} | {topic}
    between {context} and the present | Reading {corpus}: {topic} and {topicB} | Rethinking {topic} in {context} | “{quote}”: {topic}
    in {corpus} | Towards a history of {topic} in {context} | From {context} to the archive: {corpus} and {topicB} | Notes on {topic}
    in {corpus} of {context} | {topic}, {topicB} and the {noun} of {corpus}`),
  words: {
    topic:
      listOf(`vowel harmony | word order | translation | honour and insult | migration | the grammar of evidentiality | book
      ownership | code-switching | seafaring | kinship terms | liturgical chant | landscape | irony | widowhood | law-giving | loanwords
      | reported speech | commemoration | measurement`),
    topicB: listOf(
      'memory | power | authorship | everyday life | orality | gender | belief | empire | silence | exile',
    ),
    corpus:
      listOf(`the Icelandic family sagas | Ottoman court records | medieval Greek letters | Sanskrit commentaries | early printed
      almanacs | dialect recordings | Cairo Geniza fragments | children's letters | Ge'ez manuscripts | Persian chronicles | Cyrillic
      birch-bark letters | folk song collections | colonial newspapers | Qing local gazetteers`),
    context:
      listOf(`late antiquity | the early modern Mediterranean | interwar Vienna | Tang China | Mughal India | the Viking Age
      | post-war Hungary | the Hellenistic East | nineteenth-century Lagos | Byzantium | the Hanseatic world | Al-Andalus`),
    noun: listOf('politics | poetics | archaeology | economy | limits | invention | afterlives | sound'),
    quote:
      listOf(`Neither here nor there | So it was told | A house without books | The sea gave them back | In plain words | What the
      scribe left out`),
  },
  venues:
    listOf(`Language {v} ({i}), {p} | Past & Present {v} ({i}), {p} | Digital Scholarship in the Humanities {v} ({i}), {p}
    | Journal of Linguistics {v} ({i}), {p} | Speculum {v} ({i}), {p} | The American Historical Review {v} ({i}), {p}
    | Scandinavian Studies {v} ({i}), {p} | Comparative Studies in Society and History {v} ({i}), {p} | Oxford University Press
    | Bulletin of the School of Oriental and African Studies {v} ({i}), {p} | Antiquity {v} ({i}), {p} | Brill`),
};

export const mathematics: Field = {
  name: 'mathematics',
  interests: listOf(
    'Algebraic Geometry | Probability | Number Theory | Partial Differential Equations | Combinatorics',
  ),
  templates:
    listOf(`{notion} of {thing} | On the {notion} of {kind} {thing} | {kind} {thing} and {theory} | {result} for {kind} {thing}
    | {thing} with {condition}: {result} | A note on {result} for {thing} with {condition} | {theory} of {kind} {thing} with {condition}
    | Counting {thing} with {condition} | {result} and the {notion} of {thing} | {kind} {thing}, {theory} and applications | A {adjective}
    proof of {result} for {kind} {thing} | {adjective} bounds for the {notion} of {kind} {thing}`),
  words: {
    notion:
      listOf(`cohomology | moduli | spectral gap | mixing time | rank | regularity | asymptotics | diameter | zeta functions
      | rigidity | deformation | Hausdorff dimension | chromatic number | entropy | stability`),
    thing:
      listOf(`random graphs | elliptic curves | Calabi–Yau threefolds | Markov chains | matroids | parabolic equations | Hecke
      algebras | planar maps | hyperbolic groups | interacting particle systems | Shimura varieties | free boundary problems
      | simplicial complexes | stochastic heat equations | permutations | abelian varieties | tilings | minimal surfaces`),
    kind: listOf(`weighted | non-reversible | quasi-projective | sparse | degenerate | self-similar | higher-dimensional | arithmetic
      | non-commutative | tropical | compact | generic | symmetric`),
    theory:
      listOf(`Hodge theory | large deviations | the Langlands correspondence | mirror symmetry | homogenisation | ergodic theory
      | representation stability | optimal transport | the circle method | intersection theory`),
    result:
      listOf(`a central limit theorem | a Torelli theorem | an extension of Szemerédi's theorem | a comparison principle | local
      well-posedness | a Harnack inequality | finiteness results | a conjecture of Erdős | quantitative unique continuation`),
    condition:
      listOf(`bounded degree | complex multiplication | singular drift | prescribed curvature | long-range interactions
      | a large automorphism group | rough initial data | few lattice points | positive characteristic`),
    adjective: listOf('short | probabilistic | sharp | elementary | uniform | constructive | geometric'),
  },
  venues:
    listOf(`Annals of Mathematics {v} ({i}), {p} | Inventiones mathematicae {v} ({i}), {p} | Duke Mathematical Journal {v} ({i}), {p}
    | Communications in Mathematical Physics {v} ({i}), {p} | The Annals of Probability {v} ({i}), {p} | Compositio Mathematica {v} ({i}), {p}
    | Combinatorica {v} ({i}), {p} | Journal de Mathématiques Pures et Appliquées {v}, {p} | Mathematische Zeitschrift {v} ({i}), {p}
    | Transactions of the American Mathematical Society {v} ({i}), {p} | International Mathematics Research Notices {v} ({i}), {p}`),
};
