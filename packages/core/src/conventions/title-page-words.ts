/**
 * The words of title pages: how credits, sources and names read in English, Spanish, French, German, Italian, Portuguese
 * and Russian. Patterns are matched against folded text (lower case, no accents).
 */

/** Longer texts are read as prose, not as one of these. */
export const MAX_LINE = 300;

/** Lower case, without accents, blanks and typographic marks evened out. Keeps the number and order of words. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Patterns are written as people write the words, and folded like the text. */
function words(patterns: readonly string[], end: string): RegExp {
  return new RegExp(
    `^(?:${patterns.map((pattern) => pattern.normalize('NFKD').replace(/\p{M}/gu, '')).join('|')})${end}`,
    'u',
  );
}

const WORK = `(?:screenplay|screen play|teleplay|photoplay|script|scenario|screen story|treatment|pilot|play|short|film|movie|motion picture|picture|series|episode|sitcom|comedy|drama|musical|adaptation|dialogue|book|libretto|bible)`;
const AND = `(?:,? and |,? & | ?/ ?| ?\\+ ?|, )`;

/** Credits of the people who wrote the script; `story by` counts when it is joined to one of them. */
const WRITERS = [
  `(?:[\\p{L}'-]+ ){0,4}${WORK}(?:${AND}(?:original )?(?:${WORK}|story))* (?:written |adapted |created )?by`,
  `(?:[\\p{L}'-]+ )?story${AND}(?:original )?${WORK}(?:${AND}${WORK})* by`,
  `(?:co-?)?written(?:(?:,| and| &)? (?:and |& )?[\\p{L}-]+){0,4} by`,
  `adapted(?: (?:for|to) (?:the )?[\\p{L}]+)? by`,
  `(?:penned|authored) by`,
  // Spanish
  `escrit[oa]s?(?: y [\\p{L}]+)? por`,
  `(?:un |el )?(?:guion|libreto)(?: (?:original|adaptado|cinematografico|literario|y dirección|y diálogos))* (?:escrito )?(?:de|por)`,
  `un (?:cortometraje|largometraje|film)(?: escrito)?(?: y dirigido)? (?:de|por)`,
  `una película(?: escrita)?(?: y dirigida)? (?:de|por)`,
  // French
  `écrite?(?: et [\\p{L}]+)? par`,
  `(?:un |le )?scénario(?: original|,? adaptation|,? dialogues|,? et dialogues|,? et réalisation)* (?:écrit )?(?:de|par)`,
  `un (?:film|court[- ]métrage|long[- ]métrage)(?: écrit)?(?: et réalisé)? (?:de|par)`,
  `adaptation et dialogues (?:de|par)`,
  // German
  `geschrieben(?: und [\\p{L}]+)? von`,
  `(?:ein )?(?:original)?(?:drehbuch|buch|skript)(?: und regie| & regie)? von`,
  `ein (?:kurz|spiel|dokumentar)?film von`,
  // Italian
  `scritt[oa](?: e [\\p{L}]+)? da`,
  `(?:una |la )?(?:soggetto e |soggetto & )?sceneggiatura(?: originale| e dialoghi| e regia)* (?:di|scritta da)`,
  `un (?:film|cortometraggio|lungometraggio)(?: scritto)?(?: e diretto)? (?:di|da)`,
  // Portuguese
  `escrit[oa](?: e [\\p{L}]+)? por`,
  `(?:um |o )?(?:roteiro|guião)(?: original| adaptado| e direção| de (?:curta|longa)[- ]metragem)* (?:escrito )?(?:de|por)`,
  `um (?:filme|curta[- ]metragem|longa[- ]metragem)(?: escrito)?(?: e dirigido)? (?:de|por)`,
  // Russian
  `автор(?:ы)? (?:литературного |оригинального )?сценария`,
  `(?:литературный |оригинальный )?сценарий написали?`,
  `сценарий и (?:режиссура|постановка)`,
];

/** Nouns that stand alone above the names, or before them with a colon. */
const WRITER_NOUNS = [
  '(?:screen|script|co-?)?writers?',
  'authors?',
  'screenplay',
  'teleplay',
  'guionistas?',
  'guion',
  'autor(?:a|es|en|in|innen)?',
  'scénaristes?',
  'scénario',
  'auteure?s?',
  'drehbuch',
  '(?:dreh)?buch (?:und|&) regie',
  'drehbuchautor(?:en|in)?',
  'buch',
  'sceneggiatura',
  'sceneggiator[ei]',
  'autor[ei]',
  'roteiro',
  'roteiristas?',
  'guião',
  'сценарий',
  'сценаристы?',
  'авторы?',
];

/** Nouns that are a credit even without a colon when they stand alone; the others are as often a kind of paper. */
const BARE_NOUN = words(
  [
    '(?:screen|co-?)?writers?',
    'guionistas?',
    'scénaristes?',
    'drehbuch',
    '(?:dreh)?buch (?:und|&) regie',
    'sceneggiator[ei]',
    'roteiristas?',
    'сценарий',
    'сценаристы?',
    'авторы?',
  ],
  ':?$',
);

/** `by` in each language: a credit when alone on its line, or before names. */
const BY = ['by', 'por', 'par', 'von', 'di', 'de', 'da'];

/** Credits of the story and the idea: sources when somebody else wrote the script, else its writers. */
const STORY = [
  `(?:an? )?(?:original |screen |television )*(?:story|idea|concept)(?:${AND}(?:story|idea|concept|characters))* by`,
  `(?:series |show |format )?(?:created|developed|devised|conceived)(?:${AND}(?:created|developed|devised|conceived))* by`,
  `(?:historia|argumento|idea)(?: original)? (?:de|por)`,
  `cread[oa] por`,
  `(?:une? )?(?:histoire|idée)(?: originale)? (?:de|par)`,
  `créée? par`,
  `(?:original)?(?:geschichte|story|idee) von`,
  `(?:soggetto|storia|idea)(?: originale)? di`,
  `(?:história|ideia|argumento)(?: original)? (?:de|por)`,
  `criad[oa] por`,
  `авторы? идеи`,
  `(?:идея|сюжет|история):`,
];

/** Credits of people who did something else. */
const OTHERS = [
  `(?:(?:current|additional|production|previous|subsequent|latest|further|with|executive|final) )*(?:directed|produced|presented|revised|revisions?|rewritten|rewrites?|re-writes?|polish|polished|edited|translated|music|lyrics|illustrated|prepared|transcribed|submitted|performed|photographed|designed|dialogue|material|writing|typed|choreographed|narrated|hosted)(?:${AND}[\\p{L}]+)? by`,
  `(?:executive |co-?|associate |line )*(?:directors?|producers?|showrunners?)`,
  `starring`,
  `dirigid[oa] por|dirección(?: de|:)|producid[oa] por|(?:un film |un film écrit )?réalisée? par|réalisation(?: de|:)|mise en scène de|produite? par`,
  `regie(?: von|:)|produziert von|regia di|dirett[oa] da|prodott[oa] da|direção(?: de|:)|produção(?: de|:)`,
  `режиссер(?:-постановщик)?|продюсеры?`,
];

/** How a line begins that says where the story comes from. */
const SOURCES = [
  `(?:very |loosely |freely |partly |closely )*(?:based|inspired|adapted|suggested|derived|drawn)(?: (?:up)?on| by| from| in part)`,
  `from (?:the|an?|his|her|their|a true) (?:[\\p{L}'-]+ ){0,3}(?:novel|novella|book|play|story|stories|memoir|article|comic|series|film|screenplay|musical|characters|poem|game|idea|essay)`,
  `(?:an adaptation of|after the|characters (?:created )?by)`,
  `(?:libremente |muy libremente )?(?:basad[oa]s?|inspirad[oa]s?|adaptad[oa]s?|adaptación) (?:en|de|del|por)\\b`,
  `(?:a partir de|según la|de la novela|del libro|personajes (?:creados )?(?:de|por))`,
  `(?:très |librement |vaguement )*(?:adaptée?|inspirée?|tirée?|basée?) (?:de|du|d'|par|sur)`,
  `(?:librement )?d'après|d'une (?:idée|histoire)|sur une idée|sobre una (?:idea|historia)`,
  `(?:frei |lose )?(?:basierend auf|basiert auf|adaptiert (?:nach|von)|inspiriert (?:von|durch)|nach (?:dem|der|den|einer|einem|motiven|einer wahren))`,
  `frei nach`,
  `(?:liberamente )?(?:basat[oa]|tratt[oa]|ispirat[oa]|adattament[oa]) (?:su|sul|sulla|sull'|da|dal|dalla|dall'|a|al|alla|all'|ai)`,
  `da un(?:'idea| soggetto| racconto| romanzo)`,
  `(?:livremente )?(?:basead[oa]|inspirad[oa]|adaptad[oa]|adaptação) (?:em|no|na|nos|nas|de|do|da)`,
  `(?:снят[оа]? )?по (?:мотивам|роману|повести|рассказу|пьесе|книге|сюжету|идее|одноименно)`,
  `основано? на|на основе`,
];

const WRITER_LINE = words(WRITERS, '(?=$|[ :])');
const NOUN_LABEL = words(WRITER_NOUNS, '(?= ?:)');
const BY_LINE = words(BY, '(?=$|[ :])');
const STORY_LINE = words(STORY, '(?=$|[ :])');
const OTHER_LINE = words(OTHERS, '(?=$|[ :])');
const SOURCE_LINE = words(SOURCES, '');
/** What a script is, above a bare `by`: "an original screenplay". */
const WORK_LINE = words(
  [
    `(?:an?|the)?(?: ?[\\p{L}'-]+){0,3} ?${WORK}`,
    'un (?:guion|film|scénario|roteiro|filme)',
    'una (?:película|sceneggiatura)',
    'ein (?:drehbuch|film)',
  ],
  '$',
);

export type CreditKind = 'writer' | 'story' | 'other';

/** A credit at the start of a line. */
export interface Credit {
  kind: CreditKind;
  /** Words of the credit; the rest of the line is names. */
  words: number;
  /** It is a bare `by`. */
  by: boolean;
}

/** The credit that a line begins with, if it does. `Written by`, `Screenplay by Ann Lee`, `by`, `Author: Ann Lee`. */
export function creditOf(text: string): Credit | undefined {
  if (text.length > MAX_LINE) return undefined;
  const folded = strip(fold(text));
  const match = (kind: CreditKind, pattern: RegExp, by = false): Credit | undefined => {
    const found = pattern.exec(folded);
    return found ? { kind, words: countWords(found[0]), by } : undefined;
  };
  return (
    match('other', OTHER_LINE) ??
    match('story', STORY_LINE) ??
    match('writer', WRITER_LINE) ??
    match('writer', NOUN_LABEL) ??
    match('writer', BARE_NOUN) ??
    match('writer', BY_LINE, true)
  );
}

function strip(folded: string): string {
  return folded.replace(/^["'*(\-. ]+/, '');
}

function countWords(folded: string): number {
  return folded.split(' ').filter((word) => word !== '' && word !== ':').length;
}

/** Whether a line says where the story comes from: `Based on the novel by ...`. */
export function isSource(text: string): boolean {
  return SOURCE_LINE.test(strip(fold(text.slice(0, MAX_LINE))));
}

/** Whether a line says what kind of work this is: `An original screenplay`. */
export function isWork(text: string): boolean {
  return text.length <= 60 && WORK_LINE.test(strip(fold(text)));
}

const SOURCE_TYPES: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['characters', /\b(?:characters|personajes|personnages|figuren|personaggi|personagens)\b|персонаж/],
  ['comic', /\b(?:comics?|graphic novel|manga|bande dessinee|fumetto|quadrinhos|historieta)\b|комикс/],
  ['short-story', /\b(?:short stor(?:y|ies)|cuento|nouvelle|kurzgeschichte|racconto|conto|novella)\b|рассказ|повест/],
  ['novel', /\b(?:novels?|novela|roman|romanzo|romance)\b|роман/],
  [
    'true-story',
    /\b(?:true (?:story|events|life)|real events|actual events|hechos reales|historia real|histoire vraie|faits reels|wahren? (?:geschichte|begebenheit)\w*|storia vera|fatti realmente|historia veridica|fatos reais)\b|реальны/,
  ],
  ['play', /\b(?:stage ?play|play|obra de teatro|piece de theatre|buhnenstuck|theaterstuck|commedia|peca)\b|пьес/],
  ['memoir', /\b(?:memoirs?|autobiography|memorias|memoires|autobiograph\w+)\b|мемуар/],
  ['article', /\b(?:articles?|articulo|artikel|articolo|artigo)\b|стать/],
  ['poem', /\b(?:poem|poema|poeme|gedicht|poesia)\b|поэм/],
  ['game', /\b(?:video ?game|game|videojuego|jeu video|videospiel|videogioco)\b/],
  ['film', /\b(?:film|movie|motion picture|screenplay|pelicula|filme)\b|фильм/],
  ['series', /\b(?:series|show|serie)\b|сериал/],
  ['book', /\b(?:books?|libro|livre|buch|livro)\b|книг/],
  [
    'story',
    /\b(?:story|stories|historia|histoire|geschichte|storia|soggetto|argumento|idea|idee|ideia|concept|created)\b|сюжет|идея|идее|истори/,
  ],
];

/** What kind of work a source line speaks of, as a slug. */
export function sourceType(text: string): string {
  const folded = fold(text.slice(0, MAX_LINE));
  return SOURCE_TYPES.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'source';
}

const JOINER = /^(?:&|and|y|e|et|und|и|with|con|avec|mit|\+|,)$/u;
const PARTICLE = /^(?:von|van|de|der|den|del|della|di|da|dos|du|la|le|bin|ibn|al|y|e|d'|st\.?)$/iu;

/** Whether a line is names and nothing else: `Ann Lee`, `Ann Lee & Bo Diaz`, `&`. Names of one word only when `loose`. */
export function isNames(text: string, loose = false): boolean {
  if (text.length > 200 || /[\d?!:"“”]/u.test(text)) return false;
  const people: string[][] = [[]];
  for (const word of text.split(/\s+/)) {
    if (word === '') continue;
    if (JOINER.test(word.toLowerCase())) people.push([]);
    else {
      people[people.length - 1]?.push(word);
      if (/[,;]$/.test(word)) people.push([]);
    }
  }
  const named = people.filter((name) => name.length > 0);
  if (named.length === 0) return JOINER.test(text.trim().toLowerCase());
  return named.every(
    (name) =>
      name.length <= 5 &&
      (loose || name.length >= 2) &&
      name.every((word) => /^[\p{Lu}\p{Lt}\p{Lo}'’(]/u.test(word) || PARTICLE.test(word)),
  );
}

/** Whether a line of names says that more follow, or goes on with the line before. */
export function endsOpen(text: string): boolean {
  return /(?:[&+,]|(?:^|\s)(?:and|y|e|et|und|и))\s*$/iu.test(text);
}

export function beginsOpen(text: string): boolean {
  return /^\s*(?:[&+,]|(?:and|y|e|et|und|и)(?:\s|$))/iu.test(text);
}
