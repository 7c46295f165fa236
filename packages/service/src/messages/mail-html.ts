/** The HTML of an e-mail beside its plain text: the same words, with the code or the links set apart. */
import type { Locale } from '../domain/locales.ts';

/** A line of the text that is nothing but an address. */
interface MailLink {
  readonly href: string;
  /** What its button says. The address stands below it, as in the text. */
  readonly label: string;
}

interface MailHtmlOptions {
  readonly locale: Locale;
  readonly subject: string;
  /** Paragraphs between empty lines. */
  readonly text: string;
  readonly links?: readonly MailLink[];
  /** A paragraph that is nothing but the code. */
  readonly code?: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '');
}

/* Many mail programs drop style elements. Without any style the page still reads from top to bottom. */
const BODY =
  'color:#16191f;font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:34em;padding:24px 16px';
const BUTTON =
  'background:#16191f;border-radius:8px;color:#ffffff;display:inline-block;font-weight:600;line-height:24px;padding:10px 20px;text-decoration:none';
const ADDRESS = 'color:#545b66;font-size:13px;overflow-wrap:anywhere;word-break:break-all';
const CODE = 'font-size:28px;font-weight:700;letter-spacing:4px';

/**
 * Loads nothing: no image, no font, nothing that tells the sender that it was opened. Only a line that is exactly one of
 * `links` becomes a link, so that nobody's name or file can be made one by the service.
 */
export function mailHtml({ locale, subject, text, links = [], code }: MailHtmlOptions): string {
  const line = (words: string): string => {
    const link = links.find(({ href }) => href === words);
    if (link === undefined) return escapeHtml(words);
    const href = escapeHtml(link.href);
    return `<a href="${href}" style="${BUTTON}">${escapeHtml(link.label)}</a><br>\n<span style="${ADDRESS}">${href}</span>`;
  };
  const paragraphs = text
    .split('\n\n')
    .map(paragraph =>
      paragraph === code
        ? `<p style="${CODE}">${escapeHtml(paragraph)}</p>`
        : `<p>${paragraph.split('\n').map(line).join('<br>\n')}</p>`,
    );
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title>
</head>
<body style="${BODY}">
${paragraphs.join('\n')}
</body>
</html>
`;
}
