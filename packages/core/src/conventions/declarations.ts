/**
 * Settings as people read and edit them: `left: 1.5in; align: center`, one a line or separated by semicolons. The
 * text of a document's styles and templates is written so.
 */

/** Property name to value, in order. Names are case-insensitive and kept in lower case. */
export type Declarations = Map<string, string>;

/**
 * Reads declarations from hand-edited text. Values may be bare or in double quotes (JSON escapes); a later declaration
 * of the same name wins; what is no declaration is left out. Unknown names are kept.
 */
export declare function parseDeclarations(text: string): Declarations;

/** Declarations in their order, a value in quotes where it could not be read back bare. */
export declare function printDeclarations(
  declarations: Iterable<readonly [string, string]>,
  separator?: '; ' | '\n',
): string;
