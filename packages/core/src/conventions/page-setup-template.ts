import type { Meta, Template } from '../model/document.js';
import { codePointLength, cutCodePoints } from './code-points.js';
import { getMeta, putMeta } from './meta.js';
import { slugify } from './slug.js';

/** Code points that one template may hold. */
const MAX_TEMPLATE = 20_000;
const MAX_SLUG = 50;

/** Templates with a meaning of their own; every other one is a kept block. */
const OWN = new Set([
  'page',
  'continuation',
  'scene-numbers',
  'locked-pages',
  'revision-marks',
  'title-header',
  'title-footer',
  'title-page',
]);

/** Ids given out so far, so that each is given once. */
export class SlugPool {
  readonly #taken = new Set<string>();

  /** `name` as a slug, with a number behind it when the slug is taken. */
  take(name: string): string {
    const base = slugify(name);
    let slug = base;
    for (let n = 2; this.#taken.has(slug); n++) {
      const tail = `-${n}`;
      const stem = base.slice(0, MAX_SLUG - tail.length);
      slug = (stem.endsWith('-') ? stem.slice(0, -1) : stem) + tail;
    }
    this.#taken.add(slug);
    return slug;
  }
}

/**
 * A text of any length as templates: the first under `name`, what goes over the schema's bound under `<name>-2`, ...,
 * which say whose continuation they are. A name that is no free slug is kept beside its id.
 */
export function textToTemplates(name: string, text: string, ids: SlugPool): Template[] {
  return toTemplates(name, name, text, ids);
}

/** The same for a kept block, under an id that is none of the templates with a meaning of their own. */
export function keptToTemplates(name: string, text: string, ids: SlugPool): Template[] {
  const own = OWN.has(name.replace(/-\d+$/, ''));
  return toTemplates(name, own ? `kept-${name}` : name, text, ids);
}

function toTemplates(name: string, idName: string, text: string, ids: SlugPool): Template[] {
  const first = ids.take(idName);
  return splitText(text, MAX_TEMPLATE).map((part, at) => {
    const meta: Meta = {};
    if (at > 0) putMeta(meta, 'part-of', first);
    else if (first !== name) putKey(meta, first, name);
    const template: Template = { id: at === 0 ? first : ids.take(`${first}-${at + 1}`), default: false, text: part };
    if (Object.keys(meta).length > 0) template.meta = meta;
    return template;
  });
}

export interface TemplateText {
  /** The id, or the name kept beside it. */
  name: string;
  text: string;
  /** Index of the template in the layout. */
  at: number;
}

/** The texts of templates, continuations joined: those with a meaning of their own by id, and all others in order. */
export function templateTexts(templates: readonly Template[] | undefined): {
  own: Map<string, TemplateText>;
  kept: TemplateText[];
} {
  const own = new Map<string, TemplateText>();
  const kept: TemplateText[] = [];
  const byId = new Map<string, TemplateText>();
  templates?.forEach((template, at) => {
    const whole = byId.get(getMeta(template.meta, 'part-of') ?? '');
    if (whole) {
      whole.text += template.text;
      return;
    }
    const entry = { name: keyOf(template.meta, template.id) ?? template.id, text: template.text, at };
    byId.set(template.id, entry);
    if (!OWN.has(template.id)) kept.push(entry);
    else if (!own.has(template.id)) own.set(template.id, entry);
  });
  return { own, kept };
}

/** Keeps the exact name beside the id made of it. */
export function putKey(meta: Meta, id: string, name: string): void {
  putMeta(meta, 'key', `${id} ${name}`);
}

/** The exact name kept beside an id; undefined when there is none or the id was changed. */
export function keyOf(meta: Readonly<Meta> | undefined, id: string): string | undefined {
  const key = getMeta(meta, 'key');
  return key?.startsWith(`${id} `) ? key.slice(id.length + 1) : undefined;
}

/** Pieces of at most `max` code points, cut at a line's end where one is near; together they are the text. */
function splitText(text: string, max: number): string[] {
  const pieces: string[] = [];
  let at = 0;
  while (text.length - at > max) {
    const ahead = text.slice(at, at + 2 * max);
    if (at + ahead.length === text.length && codePointLength(ahead) <= max) break;
    let piece = cutCodePoints(ahead, max);
    const line = piece.lastIndexOf('\n') + 1;
    if (line > piece.length / 2) piece = piece.slice(0, line);
    pieces.push(piece);
    at += piece.length;
  }
  pieces.push(text.slice(at));
  return pieces;
}
