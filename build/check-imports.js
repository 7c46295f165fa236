/**
 * Checks who imports whom: `node build/check-imports.js` prints a line for each import that `.dependency-cruiser.js`
 * forbids, and one for each folder whose files and folders import each other in a loop; then it ends with code 1.
 * `node build/check-imports.js FOLDER` checks another folder than the repository. Plain JavaScript: dependency-cruiser
 * does not find its parser where tsx loads the modules.
 */
import { cruise } from 'dependency-cruiser';
import config from '../.dependency-cruiser.js';

/** The product, and for circles also what builds and tests it. */
const FOLDERS = ['src', 'demo', 'packages', 'build', 'test', 'docs'];
const PRODUCT = /^(src|demo|packages)\/(?!.*\/test\/)/;

/**
 * The folders of the product whose files and folders import each other in a loop. A folder imports what any file in it
 * imports by a path; dependency-cruiser's own rule for folders compares only the innermost ones. What packages import of
 * each other by name is ruled by the walls.
 */
function foldersInLoops(modules) {
  const folders = new Map();
  for (const { source, dependencies } of modules) {
    for (const { module, resolved } of dependencies) {
      if (!module.startsWith('.') || !PRODUCT.test(source) || !PRODUCT.test(resolved)) continue;
      const { folder, from, to } = neighbours(source, resolved);
      const arrows = folders.get(folder) ?? new Map();
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
function neighbours(one, other) {
  const [from, to] = [one.split('/'), other.split('/')];
  const depth = from.findIndex((name, index) => name !== to[index]);
  return { folder: from.slice(0, depth).join('/'), from: from[depth] ?? '', to: to[depth] ?? '' };
}

/** What is left when all that imports nothing of the rest, or is imported by nothing of it, is removed step by step. */
function inLoops(arrows) {
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

const { output } = await cruise(
  FOLDERS,
  {
    ...config.options,
    baseDir: process.argv[2] ?? process.cwd(),
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  },
  config.options.enhancedResolveOptions,
);
const reasons = new Map(config.forbidden.map(({ name, comment }) => [name, comment]));
const lines = [
  ...output.summary.violations.map(({ rule, from, to, cycle }) => {
    const imported = cycle === undefined ? to : cycle.map(({ name }) => name).join(' → ');
    return `${rule.name}: ${from} → ${imported} (${reasons.get(rule.name)})`;
  }),
  ...foldersInLoops(output.modules).map(loop => `no-loop-of-folders: ${loop}`),
];
for (const line of lines) console.error(line);
process.exitCode = lines.length === 0 ? 0 : 1;
