import { MAX_LINE, fold } from './title-page-words.js';

/**
 * What on a title page tells by itself what it is: notices of rights, dates and names of drafts, addresses, in the same
 * languages as its words.
 */
const NOTICE = new RegExp(
  [
    '©|\\(c\\)|\\bcopyright\\b|\\bcopr\\.|all rights reserved|public domain|creative commons|\\bcc[ -](?:by|0)\\b',
    '\\bwga ?[ew]?\\b|\\bwgaw\\b|writers guild|registered|registration (?:no|num|#)|\\breg\\. ?(?:no|#)|library of congress',
    'confidential|proprietary|unauthori[sz]ed|may (?:not )?be (?:reproduced|copied|performed|published|sold)|no (?:part|portion) of this',
    'todos los derechos|derechos reservados|dominio publico|registro de (?:la )?propiedad|deposito legal',
    'tous droits|domaine public|droits reserves|\\bsacd\\b|alle rechte|urheberrecht|gemeinfrei|tutti i diritti|diritti riservati|\\bsiae\\b',
    'todos os direitos|direitos autorais|biblioteca nacional|все права|авторские права|общественное достояние',
  ].join('|'),
  'u',
);

/** Whether a line is a notice of rights or a registration. */
export function isNotice(text: string): boolean {
  return NOTICE.test(fold(text.slice(0, 4 * MAX_LINE)));
}

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec' +
  '|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre' +
  '|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre' +
  '|januar|februar|marz|maerz|juni|juli|oktober|dezember' +
  '|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre' +
  '|janeiro|fevereiro|marco|maio|junho|julho|setembro|outubro|dezembro' +
  '|январ[ья]|феврал[ья]|марта?|апрел[ья]|ма[ия]|июн[ья]|июл[ья]|августа?|сентябр[ья]|октябр[ья]|ноябр[ья]|декабр[ья]';
const WEEKDAY = new RegExp(
  '(?<!\\p{L})(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|lunes|martes|miercoles|jueves|viernes|sabado|domingo' +
    '|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?!\\p{L})',
  'gu',
);
const YEAR = `(?:,? ?(?:de |del |of )?'?(?:\\d{4}|\\d\\d)(?!\\d)(?: ?г\\.?)?)?`;
const DATES = new RegExp(
  [
    '\\b\\d{1,4} ?[./-] ?\\d{1,2} ?[./-] ?\\d{1,4}\\b',
    `\\b\\d{1,2}(?:st|nd|rd|th|er|o|\\.)?,? ?(?:of |de |del |di )?(?:${MONTHS})(?![\\p{L}])\\.?${YEAR}`,
    `(?<![\\p{L}])(?:${MONTHS})(?![\\p{L}])\\.?,? ?\\d{1,2}(?:st|nd|rd|th)?(?!\\d)${YEAR}`,
    `(?<![\\p{L}])(?:${MONTHS})(?![\\p{L}])\\.?,? ?(?:de |del |of )?'?(?:\\d{4}|\\d\\d)\\b`,
    '\\b(?:spring|summer|autumn|fall|winter) (?:of )?(?:19|20)\\d\\d\\b',
    '\\b\\d{1,2} ?/ ?(?:19|20)\\d\\d\\b',
    '\\b(?:19|20)\\d\\d\\b',
  ].join('|'),
  'gu',
);
/** At least one of these makes a line without a date one about the draft. */
const DRAFT =
  /^(?:drafts?|revisions?|revised|rev|version|versions|ver|polish|rewrite|borrador|revision|tratamiento|brouillon|fassung|drehfassung|drehbuchfassung|entwurf|bozza|stesura|versione|revisione|rascunho|tratamento|versao|revisao|редакция|версия|вариант|черновик|shooting|v\d+(?:\.\d+)*)$/;
/** Words that go with them. */
const DRAFT_COMPANY = new Set(
  (
    'a as of on the for from by date dated draft drafts script scripts screenplay teleplay pages page no number information last current updated full complete ' +
    'first second third fourth fifth sixth seventh eighth ninth tenth initial final rough vomit working work shooting production network studio table read ' +
    "reader reader's writer writer's writers writers' director's directors producer's producers polish pass clean locked spec pilot revised revisions revision rev version " +
    'white blue pink yellow green goldenrod gold buff salmon cherry tan ivory orchid double ' +
    'primer primera segundo segunda tercer tercera cuarta quinta borrador version guion literario tecnico final definitiva fecha de del la ' +
    'premiere deuxieme troisieme quatrieme seconde version dialoguee definitive provisoire travail scenario du le date ' +
    'erste zweite dritte vierte funfte letzte fassung stand vom drehbuch datum ' +
    'prima seconda terza quarta stesura definitiva data del ' +
    'primeiro segundo terceiro quarto quinto tratamento roteiro versao data ' +
    'первая вторая третья последняя финальная редакция версия вариант черновик от дата г'
  ).split(' '),
);
const ORDINAL = /^(?:#?\d+(?:\.\d+)*(?:st|nd|rd|th|e|er|eme|a|o)?|[ivx]{1,5}|\d+-я)$/;

/** A word without the marks around it. */
function bare(token: string): string {
  let start = 0;
  let end = token.length;
  while (start < end && ".'-".includes(token.charAt(start))) start++;
  while (end > start && ".'-".includes(token.charAt(end - 1))) end--;
  return token.slice(start, end);
}

/** Whether a text (each of its lines) is the date or the name of a draft, and nothing else. */
export function isDraft(text: string): boolean {
  if (text.length > MAX_LINE) return false;
  let strong = false;
  for (const line of text.split('\n')) {
    const folded = fold(line);
    if (folded === '') continue;
    const rest = folded.replace(DATES, ' ');
    const tokens = rest
      .replace(WEEKDAY, ' ')
      .split(/[^\p{L}\p{N}.'#-]+/u)
      .map(bare)
      .filter(Boolean);
    let draft = rest !== folded;
    for (const token of tokens) {
      if (DRAFT.test(token)) draft = true;
      else if (!DRAFT_COMPANY.has(token) && !ORDINAL.test(token)) return false;
    }
    if (!draft && !tokens.every((token) => DRAFT_COMPANY.has(token) || ORDINAL.test(token))) return false;
    strong ||= draft;
  }
  return strong;
}

const REACH = new RegExp(
  [
    '[^\\s@]{1,64}@[^\\s@]{1,200}\\.[\\p{L}]{2,}',
    '\\bhttps?://|\\bwww\\.',
    '(?:^|[^\\p{L}])(?:contact|contacto|contatto|contato|kontakt|контакты?|phone|telephone|tel|fax|cell|mobile|e-?mail|telefono|telefone|telefon|telephone|correo|courriel|тел|телефон|почта)(?![\\p{L}])',
  ].join('|'),
  'u',
);
const PHONE = /(?:^|[^\d])\+?\(?\d(?:[ ().\-/]{0,2}\d){6,14}(?![\d])/;
const ADDRESS = new RegExp(
  [
    "^\\d{1,6}[a-z]?(?:[ ,]+[\\p{L}\\d.'#-]+){1,7}$",
    '\\b(?:street|avenue|road|boulevard|blvd|drive|lane|suite|apt|apartment|floor|highway|p\\.? ?o\\.? box|address|c/o)\\b',
    '\\b(?:st|ave|rd|dr|ln|hwy)\\.?,? ?(?:#|apt|suite|$)',
    '\\b[a-z]{2}\\.?,? \\d{5}(?:-\\d{4})?\\b|\\b[a-z]{1,2}\\d[a-z\\d]? \\d[a-z]{2}\\b|\\b[a-z]\\d[a-z] ?\\d[a-z]\\d\\b',
    '\\b(?:calle|avenida|paseo|plaza|rue|avenue|place|strasse|platz|via|viale|piazza|rua|praca|direccion|adresse|indirizzo|endereco)\\b|\\p{L}str(?:asse|\\.) ?\\d',
    '(?:^|[ ,])(?:ул|улица|просп|пр-т|адрес|г)\\.? ',
    '\\b(?:agents?|agency|agencia|agence|agentur|agenzia|manage(?:r|ment)|represented|representation|attorney|literary|llc|inc|ltd|gmbh|s\\.l|productions?|entertainment|pictures|studios?|films?|talent)\\b|агент',
  ].join('|'),
  'u',
);

/** How surely a line is part of an address: a way to reach somebody, an address or firm, or neither. */
export function contactStrength(text: string): 'sure' | 'likely' | undefined {
  if (text.length > 2 * MAX_LINE) return undefined;
  let likely = false;
  for (const line of text.split('\n')) {
    const folded = fold(line);
    if (REACH.test(folded) || (PHONE.test(folded) && !isDraft(line))) return 'sure';
    likely ||= ADDRESS.test(folded);
  }
  return likely ? 'likely' : undefined;
}

/** Who presents the film, above its title. */
export function isPresenter(text: string): boolean {
  return /\b(?:presents?|presenta|presentent|prasentiert|apresenta|productions?|pictures|studios|films|entertainment|network)\b|представляет/u.test(
    fold(text.slice(0, MAX_LINE)),
  );
}
