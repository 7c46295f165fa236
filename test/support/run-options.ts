import { ENGINES, isEngine, type Engine } from './browsers.ts';

export const PARTS = ['unit', 'browser', 'e2e'] as const;
export type Part = (typeof PARTS)[number];

export interface RunOptions {
  parts: readonly Part[];
  engines: readonly Engine[];
  /** Only files whose path contains one of these. */
  files: readonly string[];
  /** Only tests whose name contains this. */
  pattern: string | undefined;
}

/** The command line asked for something that does not exist; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

function isPart(word: string): word is Part {
  return (PARTS as readonly string[]).includes(word);
}

function readEngines(names: readonly string[]): readonly Engine[] {
  const wrong = names.find(name => !isEngine(name));
  if (wrong !== undefined) {
    throw new UsageError(`There is no engine "${wrong}"; there are ${ENGINES.join(', ')}.`);
  }
  return names.length === 0 ? ENGINES : names.filter(isEngine);
}

/** Takes `--browser firefox` and `--browser=firefox,webkit` out of the words. */
function splitEngines(words: readonly string[]): { engines: string[]; rest: string[] } {
  const engines: string[] = [];
  const rest: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--browser') engines.push(words[(index += 1)] ?? '');
    else if (word.startsWith('--browser=')) engines.push(...word.slice('--browser='.length).split(','));
    else rest.push(word);
  }
  return { engines, rest };
}

/**
 * Reads `[unit|browser|e2e] [file or name…] [--browser <engine>]…`. A word with a slash or ending in `.ts`
 * chooses files whose path contains it; other words together choose tests by name.
 *
 * @param words the command line after the script's own name.
 * @throws UsageError for an engine or an option that does not exist.
 */
export function readRunOptions(words: readonly string[]): RunOptions {
  const { engines, rest } = splitEngines(words);
  const option = rest.find(word => word.startsWith('-'));
  if (option !== undefined)
    throw new UsageError(`There is no option ${option}; there is --browser <engine>.`);
  const [first = '', ...others] = rest;
  const filters = isPart(first) ? others : rest;
  const files = filters.filter(word => word.includes('/') || word.endsWith('.ts'));
  const names = filters.filter(word => !files.includes(word));
  return {
    parts: isPart(first) ? [first] : PARTS,
    engines: readEngines(engines),
    files,
    pattern: names.length === 0 ? undefined : names.join(' '),
  };
}
