/** A piece of a message: words, or an address that can be opened. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'link';
      /** The whole address. A signer's link holds the signer's secret in its query. */
      readonly url: string;
      /** The address without its query, to show. */
      readonly shown: string;
    };

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** Splits a message into words and addresses. */
export function messageParts(text: string): MessagePart[] {
  return text.split(ADDRESS).map((piece, index) => {
    if (index % 2 === 0 || !URL.canParse(piece)) return { kind: 'text', text: piece };
    const [shown = '', query] = piece.split('?');
    return { kind: 'link', url: piece, shown: query === undefined ? shown : `${shown}?…` };
  });
}

/** The one-time code in a message. */
export function codeIn(text: string): string | undefined {
  return /(?<!\/)\b\d{6}\b/.exec(text)?.[0];
}
