import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteConfig } from 'vitepress';

interface Page {
  /** Below the manual: `start.md`. */
  readonly place: string;
  readonly text: string;
}

const withoutFrontmatter = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n+/, '');

/** What only the built page can show: scripts and components. */
const withoutComponents = (text: string): string =>
  text
    .replaceAll(/<script setup[\s\S]*?<\/script>\n*/g, '')
    .replaceAll(/<[A-Z]\w*( [^>]*)?\/>\n*/g, '')
    .replaceAll(/<ClientOnly>[\s\S]*?<\/ClientOnly>\n*/g, '');

/** `<!--@include: ../start.md#server-->`: a part of another page, between `#region` and `#endregion`. */
const INCLUDE = /<!--@include: (\S+)#([\w-]+)-->/g;

/** A page's text with the parts of others that it includes. @param file where it is */
export async function withIncludes(text: string, file: string): Promise<string> {
  let whole = text;
  for (const [line, other = '', region = ''] of text.matchAll(INCLUDE)) {
    const source = await readFile(path.join(path.dirname(file), other), 'utf8');
    const part = source.split(`<!-- #region ${region} -->`)[1]?.split(`<!-- #endregion ${region} -->`)[0];
    if (part === undefined) throw new Error(`${other} has no region ${region}.`);
    whole = whole.replace(line, () => part.trim());
  }
  return whole.replaceAll(/<!-- #(?:end)?region [\w-]+ -->\n+/g, '');
}

async function sourceOf(site: SiteConfig, place: string): Promise<string> {
  const file = path.join(site.srcDir, place);
  return withIncludes(await readFile(file, 'utf8'), file);
}

async function pagesOf(site: SiteConfig): Promise<Page[]> {
  const generated = new Map(site.dynamicRoutes.map(route => [route.path, route.content ?? '']));
  return Promise.all(
    site.pages.map(async place => ({
      place,
      text: withoutComponents(withoutFrontmatter(generated.get(place) ?? (await sourceOf(site, place)))),
    })),
  );
}

const titleOf = ({ text, place }: Page): string => /^# (.+)$/m.exec(text)?.[1] ?? place;

/** The first sentence below the title. */
function summaryOf({ text }: Page): string {
  const [, paragraph = ''] = /^# .+\n+([^\n#|`<:-][\s\S]*?)\n\n/m.exec(text) ?? [];
  const [sentence = ''] = /^.*?[.:](?= |$)/.exec(paragraph.replaceAll('\n', ' ')) ?? [];
  return sentence.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/**
 * Writes beside each page its Markdown (`start.md` beside `start.html`), and `llms.txt`, which lists them: for programs
 * that read the manual, and for whoever pastes a page to one.
 */
export async function writeTwins(site: SiteConfig): Promise<void> {
  const pages = await pagesOf(site);
  for (const { place, text } of pages) {
    const file = path.join(site.outDir, place);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const lines = pages
    .filter(({ place }) => place !== 'index.md' && !place.startsWith('pt/'))
    .map(page =>
      `- [${titleOf(page)}](${site.site.base}${page.place}): ${summaryOf(page)}`.replace(/: $/, ''),
    );
  const text = `# sign-session

> <sign-session> is a web component that walks a signer through a signing session: reading the PDF, accepting, a one-time
> code, the camera, a digital certificate. A service makes the sessions, and your server verifies how they ended.

## Pages

${lines.join('\n')}
`;
  await writeFile(path.join(site.outDir, 'llms.txt'), text);
}
