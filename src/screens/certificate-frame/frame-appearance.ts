import type { Appearance } from '../../appearance/appearance.ts';
import { parseHex, toHex } from '../../appearance/color.ts';
import { isFontList, readRadius } from '../../appearance/tokens.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { FrameAppearance } from '../../session/intents.ts';

/**
 * What the page in the frame takes of the appearance around it. The service refuses what it can't read, so only what the
 * widget itself would use is sent.
 */
export function frameAppearance(
  given: Appearance,
  colorScheme: string | null,
  locale: Locale,
): FrameAppearance {
  const { fontFamily, borderRadius } = given;
  return {
    brandColor: color(given.brandColor),
    backgroundColor: color(given.backgroundColor),
    textColor: color(given.textColor),
    buttonTextColor: color(given.buttonTextColor),
    borderRadius: readRadius(borderRadius),
    fontFamily: fontFamily !== undefined && isFontList(fontFamily) ? fontFamily : undefined,
    colorScheme: colorScheme === 'light' || colorScheme === 'dark' ? colorScheme : undefined,
    locale,
  };
}

function color(text: string | undefined): string | undefined {
  const read = parseHex(text);
  return read && toHex(read);
}
