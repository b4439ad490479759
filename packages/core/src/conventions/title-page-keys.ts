import type { TitleKey } from './manuscript/types.js';

/** The usual spelling of each field's name on plain-text title pages, in their usual order. */
export const LABELS: readonly (readonly [key: TitleKey, label: string])[] = [
  ['title', 'Title'],
  ['credit', 'Credit'],
  ['author', 'Author'],
  ['source', 'Source'],
  ['notes', 'Notes'],
  ['copyright', 'Copyright'],
  ['revision', 'Revision'],
  ['draft-date', 'Draft date'],
  ['contact', 'Contact'],
];
const KEY_OF = new Map<string, TitleKey>([
  ...LABELS.map(([key, label]) => [label.toLowerCase(), key] as const),
  ['authors', 'author'],
  ['author(s)', 'author'],
  ['writer', 'author'],
  ['writers', 'author'],
  ['written by', 'author'],
  ['screenplay by', 'author'],
  ['teleplay by', 'author'],
  ['credits', 'credit'],
  ['sources', 'source'],
  ['based on', 'source'],
  ['story by', 'source'],
  ['note', 'notes'],
  ['date', 'draft-date'],
  ['draft', 'draft-date'],
  ['contact info', 'contact'],
  ['contact information', 'contact'],
  ['revisions', 'revision'],
  ...otherLanguages('title', 'titre', 'título', 'titulo', 'titel', 'titolo', 'tittel', 'tytuł', 'название'),
  ...otherLanguages(
    'author',
    'auteur',
    'auteurs',
    'autor',
    'autores',
    'autora',
    'autoren',
    'autorin',
    'autore',
    'autori',
  ),
  ...otherLanguages('author', 'écrit par', 'escrito por', 'escrita por', 'geschrieben von', 'scritto da', 'drehbuch'),
  ...otherLanguages('author', 'автор', 'авторы', 'forfatter', 'författare'),
  ...otherLanguages('source', 'fuente', 'quelle', 'fonte', 'источник'),
  ...otherLanguages('contact', 'contacto', 'kontakt', 'contatto', 'contato', 'контакты', 'контакт'),
  ...otherLanguages('draft-date', 'fecha', 'datum', 'dato', 'дата'),
]);

/** What title pages in French, Spanish, German, Italian, Portuguese, Russian and their neighbours call a field. */
function otherLanguages(key: TitleKey, ...names: string[]): [name: string, key: TitleKey][] {
  return names.map((name) => [name, key]);
}

/** The field that a name on a plain-text title page means, in any case; undefined for a name of the writer's own. */
export function titleKeyOf(label: string): TitleKey | undefined {
  return KEY_OF.get(
    label
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, ' '),
  );
}
