import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { slugify } from '../../build/manual/slugs.ts';
import { repositoryRoot } from '../support/repository.ts';

export interface ManualPage {
  /** Below docs/: `pt/start.md`. */
  readonly place: string;
  readonly text: string;
}

/** For contributors, and not in the manual: `srcExclude` of docs/.vitepress/config.ts. */
const LEFT_OUT =
  /^(?:architecture|maintainers|performance|scale|words)\.md$|^(?:decisions|public|reference)\//;

/** Made from the sources when the manual is built: docs/reference/[part].paths.ts. */
export const MADE_PAGES: readonly string[] = [
  'reference/element.md',
  'reference/interface.md',
  'reference/texts.md',
];

/** The manual's pages by their places. */
export function manualPages(): Map<string, ManualPage> {
  const docs = path.join(repositoryRoot, 'docs');
  const names = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md') && !name.startsWith('.vitepress') && !LEFT_OUT.test(name))
    .toSorted();
  return new Map(names.map(place => [place, { place, text: readFileSync(path.join(docs, place), 'utf8') }]));
}

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '');

export interface Heading {
  readonly level: number;
  readonly anchor: string;
}

/** A page's headings: `## Cabeçalho {#heading}` has the anchor that it names, and others the one of their text. */
export function headingsOf(text: string): Heading[] {
  const headings = withoutCode(text).matchAll(/^(#{1,6}) (.+?)(?: \{#([\w-]+)\})?$/gm);
  return Array.from(headings, ([, { length: level } = '', words = '', anchor = slugify(words)]) => ({
    level,
    anchor,
  }));
}

/** The anchors of a page's headings. */
export const anchorsOf = (text: string): Set<string> => new Set(headingsOf(text).map(({ anchor }) => anchor));

/** A page's blocks of code, with their languages. */
export const codeBlocksOf = (text: string): string[] =>
  Array.from(text.matchAll(/^```([\s\S]*?)^```/gm), ([, block = '']) => block);

/** The links of a page to Markdown files, relative to docs/. */
export function linksOf(text: string, place: string): { target: string; anchor: string }[] {
  const links = withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g);
  return Array.from(links, ([, link = '']) => link)
    .filter(link => !/^\w+:/.test(link) && !/\.(?:svg|png)$/.test(link))
    .map(link => {
      const [file = '', anchor = ''] = link.split('#');
      return { target: file === '' ? place : path.join(path.dirname(place), file), anchor };
    });
}
