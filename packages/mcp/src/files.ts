/** The one folder that the program reads PDFs from and writes secrets to. */
import { open, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ToolError } from './service-tool.ts';

/** Of base64 the service takes 10 MiB. */
const LARGEST_PDF = Math.floor((10 * 1024 ** 2) / 4) * 3;

const NO_FOLDER =
  'This program was started without SIGN_FILES_FOLDER, the folder that it may read PDFs from and write secrets of webhooks to.';

/** @throws ToolError where no folder was named, or it is not there */
export async function usableFolder(folder: string | undefined): Promise<string> {
  if (folder === undefined) throw new ToolError(NO_FOLDER);
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined) throw new ToolError('The folder of SIGN_FILES_FOLDER is not there.');
  return real;
}

/** @returns a PDF of the folder in base64 @throws ToolError for what is not in it, or is no PDF */
async function pdfOf(folder: string, name: string): Promise<string> {
  // Links are followed first: one may lead out of the folder.
  const file = await realpath(path.resolve(folder, name)).catch(() => undefined);
  if (file === undefined || !file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep))
    throw new ToolError(`There is no file ${name} in the folder of SIGN_FILES_FOLDER.`);
  const entry = await stat(file);
  if (!entry.isFile() || entry.size > LARGEST_PDF)
    throw new ToolError(`${name} is no file of at most ${LARGEST_PDF} bytes.`);
  const content = await readFile(file);
  if (!content.subarray(0, 1024).includes('%PDF-')) throw new ToolError(`${name} is no PDF.`);
  return content.toString('base64');
}

/** A document of a request, its content read from the file that it names. */
async function withContent(document: unknown, folder: string | undefined): Promise<unknown> {
  const { file, ...rest }: Record<string, unknown> = { ...Object(document) };
  if (typeof file !== 'string') return document;
  if (rest['content'] !== undefined) throw new ToolError('Send either file or content.');
  const content = await pdfOf(await usableFolder(folder), file);
  return { filename: path.basename(file), ...rest, content };
}

/**
 * Replaces each `file` by the content of that PDF.
 * @param places the members of the body that are documents or lists of them; empty: the body is one itself
 * @throws ToolError
 */
export async function withFiles(
  body: Readonly<Record<string, unknown>>,
  places: readonly string[],
  folder: string | undefined,
): Promise<unknown> {
  if (places.length === 0) return withContent(body, folder);
  const changed = places
    .filter(place => place in body)
    .map(async place => {
      const member = body[place];
      const content = Array.isArray(member)
        ? await Promise.all(member.map(one => withContent(one, folder)))
        : await withContent(member, folder);
      return [place, content] as const;
    });
  return { ...body, ...Object.fromEntries(await Promise.all(changed)) };
}

/** Writes a secret for its owner alone. @returns the file's name @throws ToolError where that file is there */
export async function writeSecret(folder: string, name: string, secret: string): Promise<string> {
  const file = path.join(folder, name);
  const handle = await open(file, 'wx', 0o600).catch(() => undefined);
  if (handle === undefined)
    throw new ToolError(`${name} could not be written into the folder of SIGN_FILES_FOLDER.`);
  try {
    await handle.writeFile(`${secret}\n`);
  } finally {
    await handle.close();
  }
  return name;
}
