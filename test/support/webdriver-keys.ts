/** Key names as in `KeyboardEvent.key`, to WebDriver's code points (W3C WebDriver, section 17.4.2 "Keyboard actions"). */
const WEBDRIVER_KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Insert: '\uE016',
  Delete: '\uE017',
  Meta: '\uE03D',
};

/** The WebDriver value of one key: a named key (`Enter`) or the character itself. */
export function webDriverKey(name: string): string {
  return WEBDRIVER_KEYS[name] ?? name;
}
