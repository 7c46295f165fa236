import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const INLINE = /<script(?: id="[\w-]+")?>([\s\S]*?)<\/script>/g;

interface InlineScripts {
  /** Returns a page with its inline scripts as files. */
  transform(html: string): string;
  /** Writes the files. */
  write(folder: string): Promise<void>;
}

/**
 * VitePress writes some scripts into each page (the colour scheme, the kind of keyboard). As files they need no
 * exception in a page's policy. They stay where they are, and block as before, so that no page flashes in the wrong colours.
 */
export function inlineScriptsToFiles(base: string): InlineScripts {
  const files = new Map<string, string>();
  return {
    transform: html =>
      html.replaceAll(INLINE, (_, code: string) => {
        const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
        const name = `assets/inline.${hash}.js`;
        files.set(name, code);
        return `<script src="${base}${name}"></script>`;
      }),
    async write(folder) {
      await mkdir(path.join(folder, 'assets'), { recursive: true });
      for (const [name, code] of files) await writeFile(path.join(folder, name), code);
    },
  };
}

/** VitePress positions two of its boxes in the page's text; its scripts and manual.css do the same. */
export const withoutInlineStyles = (html: string): string =>
  html.replaceAll(/ style="(?:position:relative;|--vp-vh:0px;)"/g, '');
