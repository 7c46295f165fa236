import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository.ts';

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^'?]*)/g;

/** Texts by their paths in the repository. */
type Sources = ReadonlyMap<string, string>;

/** The sources of the widget, the packages and the demo, without tests and what is built. */
export function readSources(): Sources {
  const files = ['src', 'demo', 'packages'].flatMap(folder =>
    readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' }).map(
      file => `${folder}/${file.replaceAll(path.sep, '/')}`,
    ),
  );
  const sources = files.filter(
    file => /\.m?ts$|\.mjs$/.test(file) && !/\/(test|dist|node_modules)\/|\.d\.ts$/.test(file),
  );
  return new Map(sources.map(file => [file, readFileSync(path.join(repositoryRoot, file), 'utf8')]));
}

/**
 * The folders in which imports do not run downwards only, each with its files and folders that import each other in a
 * loop, types included. A folder imports what any file in it imports.
 */
export function foldersInLoops(sources: Sources): string[] {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const [file, text] of sources) {
    for (const [, imported = ''] of text.matchAll(IMPORT)) {
      const arrow = neighbours(file, path.posix.join(path.posix.dirname(file), imported));
      if (arrow === undefined) continue;
      const { folder, from, to } = arrow;
      const arrows = folders.get(folder) ?? new Map<string, Set<string>>();
      folders.set(folder, arrows);
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return [...folders].flatMap(([folder, arrows]) => {
    const loop = inLoops(arrows);
    return loop.length === 0 ? [] : [`${folder}: ${loop.join(', ')}`];
  });
}

/** The folder that two files share, and the entry of it that each of them is or is in. */
function neighbours(one: string, other: string) {
  const [from, to] = [one.split('/'), other.split('/')];
  const depth = from.findIndex((name, index) => name !== to[index]);
  if (depth === -1) return undefined;
  return { folder: from.slice(0, depth).join('/'), from: from[depth] ?? '', to: to[depth] ?? '' };
}

/** What is left when all that imports nothing of the rest, or is imported by nothing of it, is removed step by step. */
function inLoops(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  let left = [...arrows.keys()];
  for (;;) {
    const kept = left.filter(
      name =>
        left.some(other => arrows.get(name)?.has(other)) && left.some(other => arrows.get(other)?.has(name)),
    );
    if (kept.length === left.length) return left.toSorted();
    left = kept;
  }
}
