import { UsageError } from '../failure.js';
import { nearestWord } from '../nearest-word.js';
import type { Verbosity } from '../terminal/messages.js';
import type { Invocation } from './command.js';

type Options = Invocation['options'];

export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  if (typeof value !== 'string') return undefined;
  if (value === '') throw new UsageError(`${flagOf(name)} is empty`);
  return value;
}

/** The long flag of an option: `--scene-numbers` of `sceneNumbers`. */
function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** One of these words, in any case. */
export function choiceOption<Word extends string>(
  options: Options,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = textOption(options, name);
  if (text === undefined) return undefined;
  const found = words.find((word) => word === text.toLowerCase());
  if (found !== undefined) return found;
  const near = nearestWord(text, words);
  throw new UsageError(
    `${flagOf(name)} takes ${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}, not '${text}'`,
    near && `did you mean ${near}?`,
  );
}

export function flagOption(options: Options, name: string): boolean {
  return options[name] === true;
}

export function verbosityOf(options: Options): Verbosity {
  return { quiet: flagOption(options, 'quiet'), verbose: flagOption(options, 'verbose') };
}

/** A whole number in a range, both ends included. */
export function wholeOption(options: Options, name: string, least: number, most: number): number | undefined {
  const text = textOption(options, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not '${text}'`);
}

const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

/** A language tag in the form that the document's schema accepts. */
export function languageOption(options: Options): string | undefined {
  const tag = textOption(options, 'lang');
  if (tag === undefined || LANGUAGE_TAG.test(tag)) return tag;
  throw new UsageError(`'${tag}' is not a language tag`, 'use a BCP 47 tag, such as en, fr or pt-BR');
}

/** The inputs, given with `-i` or as plain arguments; at least one. */
export function inputsOf(invocation: Invocation): readonly string[] {
  const named = invocation.options['input'];
  const inputs = [...(Array.isArray(named) ? (named as string[]) : []), ...invocation.operands];
  if (inputs.length === 0) throw new UsageError('no input', 'name a file or a folder, or - to read standard input');
  if (inputs.includes('')) throw new UsageError('an input is an empty name');
  if (inputs.filter((input) => input === '-').length > 1) throw new UsageError('standard input (-) is named twice');
  return inputs;
}
