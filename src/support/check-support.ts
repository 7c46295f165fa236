/**
 * Built-ins by which the widget reads the service's answers and shows a document, and what each of them has to give. Old
 * libraries replace some of them for the whole page. What they often replace is not here: the widget does without.
 */
const CHECKS: readonly (readonly [name: string, isRight: () => boolean])[] = [
  ['Array.prototype[Symbol.iterator]', () => spread([1, 2])[1] === 2],
  ['Array.prototype.map', () => [1, 2].map((item, index) => item + index)[1] === 3],
  ['Array.prototype.filter', () => [1, 2].filter(item => item > 1)[0] === 2],
  ['Array.prototype.find', () => [1, 2].find(item => item > 1) === 2],
  ['Array.prototype.some', () => [1, 2].some(item => item > 1) && ![1].some(item => item > 1)],
  ['Array.prototype.every', () => [1, 2].every(item => item > 0) && ![0].every(item => item > 0)],
  ['Array.prototype.includes', () => [1, 2].includes(2) && ![1].includes(2)],
  ['Array.prototype.flatMap', () => [1, 2].flatMap(item => [item, item])[2] === 2],
  ['Array.prototype.slice', () => [1, 2, 3].slice(1, 2)[0] === 2],
  ['Array.prototype.join', () => [1, 2].join('.') === '1.2'],
  ['Array.isArray', () => Array.isArray([]) && !Array.isArray({})],
  ['Object.keys', () => Object.keys({ a: 1 })[0] === 'a'],
  ['Object.entries', () => Object.entries({ a: 1 })[0]?.[1] === 1],
  ['Object.fromEntries', () => Object.fromEntries([['a', 1]])['a'] === 1],
  ['Object.hasOwn', () => Object.hasOwn({ a: 1 }, 'a') && !Object.hasOwn({}, 'toString')],
  ['String.prototype[Symbol.iterator]', () => spread('ab')[1] === 'b'],
  ['String.prototype.padStart', () => 'a'.padStart(2, '0') === '0a'],
  ['String.prototype.slice', () => 'abc'.slice(-2, -1) === 'b'],
  ['String.prototype.split', () => 'a-b'.split('-')[1] === 'b'],
  ['String.prototype.startsWith', () => 'ab'.startsWith('b', 1) && !'ab'.startsWith('b')],
  ['String.prototype.replaceAll', () => 'a-a'.replaceAll('a', 'b') === 'b-b'],
  ['Number.prototype.toString', () => (171).toString(16) === 'ab'],
  ['JSON.parse', () => Reflect.get(Object(JSON.parse('{"a":"b"}', (_, value) => value)), 'a') === 'b'],
  ['JSON.stringify', () => JSON.stringify('"\n') === String.raw`"\"\n"`],
  ['Map', () => new Map([['a', 1]]).get('a') === 1],
  ['Set', () => new Set([1, 1]).size === 1],
  ['Promise', () => Promise.resolve() instanceof Promise],
  ['Function.prototype.bind', () => add.bind(null, 1)(2) === 3],
  ['Uint8Array', () => new Uint8Array([257])[0] === 1],
  ['TextEncoder', () => new TextEncoder().encode('é')[1] === 0xa9],
  ['TextDecoder', () => new TextDecoder().decode(new Uint8Array([0xc3, 0xa9])) === 'é'],
  ['URL', () => new URL('b', 'https://a.example/').href === 'https://a.example/b'],
  ['atob', () => atob('YQ==') === 'a'],
];

const add = (one: number, other: number): number => one + other;

function spread<T>(items: Iterable<T>): readonly T[] {
  return [...items];
}

/** The names of those that the page has broken, with commas between them; empty when there is none. */
function brokenBuiltIns(): string {
  let broken = '';
  for (let index = 0; index < CHECKS.length; index += 1) {
    const check = CHECKS[index];
    if (check !== undefined && !holds(check[1])) broken += `${broken === '' ? '' : ', '}${check[0]}`;
  }
  return broken;
}

/** What throws does not hold. */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

/** What the widget needs, and how to detect it. */
const NEEDS: readonly (readonly [Need, () => boolean])[] = [
  ['secure-context', () => globalThis.isSecureContext && crypto.subtle !== undefined],
  ['custom-elements', () => 'customElements' in globalThis],
  ['adopted-style-sheets', () => 'adoptedStyleSheets' in Document.prototype],
  ['container-queries', () => CSS.supports('container-type: inline-size')],
  ['workers', () => 'Worker' in globalThis],
  ['streams', () => typeof ReadableStream === 'function' && 'body' in Response.prototype],
];

/** `secure-context` depends on the page (https), `built-ins` on what else runs on it, the rest on the browser. */
export type Need =
  | 'built-ins'
  | 'secure-context'
  | 'custom-elements'
  | 'adopted-style-sheets'
  | 'container-queries'
  | 'workers'
  | 'streams';

export interface Support {
  readonly supported: boolean;
  readonly missing: readonly Need[];
  /** Built-ins of JavaScript that the page has broken, with commas between them, such as `Array.prototype.map`. */
  readonly broken: string;
}

/** Returns whether this browser can run a signing session on this page. */
export function checkSupport(): Support {
  const broken = brokenBuiltIns();
  const missing: Need[] = broken === '' ? [] : ['built-ins'];
  for (const [need, present] of NEEDS) if (!holds(present)) missing.push(need);
  return { supported: missing.length === 0, missing, broken };
}

/** What the page has broken, where nothing else is missing: a browser that is too old lacks built-ins, too. */
export function brokenByPage(): string {
  const { missing, broken } = checkSupport();
  return missing.length > 1 ? '' : broken;
}
