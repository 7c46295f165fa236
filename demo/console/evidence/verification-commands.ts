/** Quotes a file name as one word of a POSIX shell. */
function shellWord(name: string): string {
  if (/^[\w.][\w.-]*$/.test(name)) return name;
  return `'./${name.replaceAll("'", String.raw`'\''`)}'`;
}

/** The commands that check the downloaded files, and what each one proves. */
export function verificationCommands(files: {
  readonly pack: string;
  /** Undefined if an action was confirmed. */
  readonly pdf: string | undefined;
}): readonly { readonly command: string; readonly proves: string }[] {
  const pack = {
    command: `openssl cms -verify -inform DER -noverify -binary -in ${shellWord(files.pack)}`,
    proves: 'the pack’s signature; prints its content',
  };
  if (files.pdf === undefined) return [pack];
  const pdf = shellWord(files.pdf);
  return [
    pack,
    { command: `pdfsig ${pdf}`, proves: 'the PDF’s seal' },
    { command: `qpdf --check ${pdf}`, proves: 'a sound file' },
  ];
}
