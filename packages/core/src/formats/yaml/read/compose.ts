import { Composer, Lexer, Parser } from 'yaml';
import type { CST, Document, ErrorCode } from 'yaml';
import { ScreenplayError } from '../../../errors/index.js';
import { limitExceeded, LIMITS } from '../../../syntax/limits.js';
import { positionAt } from '../../../syntax/text.js';

/* The door to the YAML library: nothing else imports it. */
export { isAlias, isMap, isScalar, isSeq } from 'yaml';
export type { Alias, ParsedNode, YAMLMap } from 'yaml';

/** A YAML document as nodes. */
export interface YamlTree {
  root: Document.Parsed['contents'];
  /** Lexical tokens of the text, blanks and line ends included. */
  tokens: number;
  /** Tags without a meaning, and how the first of the other oddities reads; offsets into the text. */
  odd: { tags: number; others: number; first: number } | undefined;
}

/**
 * The nodes of a text that holds one document: YAML 1.2, core schema, string keys. Undefined when the root is a
 * sequence, which no native document is; the rest is then not read.
 *
 * @throws ScreenplayError `malformed_input` with line and column; `limit_exceeded`.
 */
export function composeYaml(text: string): YamlTree | undefined {
  const tokens = readTokens(text);
  if (!tokens) return undefined;
  const document = compose(tokens.list, text);
  const [problem] = document.errors;
  if (problem) throw malformedYaml(text, problem.pos[0], problem.message);
  const [oddity] = document.warnings;
  const tags = document.warnings.filter((warning) => warning.code === 'TAG_RESOLVE_FAILED').length;
  return {
    root: document.contents,
    tokens: tokens.count,
    odd: oddity && { tags, others: document.warnings.length - tags, first: oddity.pos[0] },
  };
}

/** The error for text that is not YAML; of the library's sentence what it quotes from the text is cut off. */
export function malformedYaml(text: string, offset: number, message: string): ScreenplayError {
  const told = message.replace(/(?<=\w): [^]*$/, '');
  return new ScreenplayError('malformed_input', `This is not YAML: ${told}`, { at: positionAt(text, offset) });
}

/**
 * The concrete syntax. Stops at the first fault, and at the nesting cap: on deep input the library's next stage
 * exhausts the stack, which can end the process.
 */
function readTokens(text: string): { list: CST.Token[]; count: number } | undefined {
  const list: CST.Token[] = [];
  const parser = new Parser();
  let count = 0;
  const take = (produced: Iterable<CST.Token>): void => {
    for (const token of produced) {
      if (token.type === 'error') throw malformedYaml(text, token.offset, token.message);
      list.push(token);
    }
  };
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > LIMITS.nodes) throw limitExceeded('nodes', positionAt(text, parser.offset));
    take(parser.next(lexeme));
    if (parser.stack.length > LIMITS.nestingDepth) throw limitExceeded('nestingDepth', positionAt(text, parser.offset));
    const root = parser.stack[1];
    if (root && (root.type === 'block-seq' || (root.type === 'flow-collection' && root.start.source === '['))) {
      return undefined;
    }
  }
  take(parser.end());
  return { list, count };
}

function compose(tokens: readonly CST.Token[], text: string): Document.Parsed {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    // The library would compare every key of a mapping with every other.
    uniqueKeys: false,
  });
  stopAtFirstError(composer, text);
  let document: Document.Parsed | undefined;
  for (const next of composer.compose(tokens, true, text.length)) {
    if (document) throw malformedYaml(text, next.range[0], 'there is more than one document in the file');
    document = next;
  }
  if (!document) throw malformedYaml(text, 0, 'there is no document');
  return document;
}

/**
 * The library collects errors, which takes a second for 200 kB of brackets, and one is all that gets reported. Its
 * collector is a field of the composer, private but replaceable; were it renamed, the error would only come later.
 */
function stopAtFirstError(composer: Composer, text: string): void {
  const collect = Reflect.get(composer, 'onError') as ErrorHandler | undefined;
  let first: ScreenplayError | undefined;
  const stop: ErrorHandler = (source, code, message, warning) => {
    if (warning) {
      collect?.(source, code, message, true);
      return;
    }
    // What is thrown inside a collection the library catches, takes for a fault of its own and reports here again.
    first ??= malformedYaml(text, offsetOf(source), message);
    throw first;
  };
  Reflect.set(composer, 'onError', stop);
}

type ErrorHandler = (source: ErrorSource, code: ErrorCode, message: string, warning?: boolean) => void;
type ErrorSource = number | readonly [number, ...number[]] | { readonly offset: number };

function offsetOf(source: ErrorSource): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : source[0];
}
