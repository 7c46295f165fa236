import { defineComponent, h, onBeforeUnmount, onMounted, reactive, ref, watch, type VNode } from 'vue';
import { useData } from 'vitepress';
import type { SignSession } from '../../../src/index.ts';
import { appearanceOf, playgroundCode, type PlaygroundSettings } from './playground-code.ts';
import { playgroundTexts } from './playground-texts.ts';

/** What can be tried, as it is at first. */
const FIRST: PlaygroundSettings = {
  brandColor: '#1f5eff',
  backgroundColor: '#ffffff',
  textColor: '#14171c',
  borderRadius: '8px',
  companyName: 'Shop S.A.',
  title: '',
  submitLabel: '',
  headerStyle: 'full',
  colorScheme: 'light',
  locale: 'en',
};

type Name = keyof PlaygroundSettings;

interface Control {
  readonly name: Name;
  readonly label: string;
  /** Choices; without them it is a field of this type. */
  readonly choices?: readonly string[];
  readonly type?: 'color' | 'text';
}

const CONTROLS: readonly Control[] = [
  { name: 'brandColor', label: 'brandColor', type: 'color' },
  { name: 'backgroundColor', label: 'backgroundColor', type: 'color' },
  { name: 'textColor', label: 'textColor', type: 'color' },
  { name: 'borderRadius', label: 'borderRadius', choices: ['0px', '4px', '8px', '14px', '20px'] },
  { name: 'companyName', label: 'companyName', type: 'text' },
  { name: 'title', label: 'title', type: 'text' },
  { name: 'submitLabel', label: 'submitLabel', type: 'text' },
  { name: 'headerStyle', label: 'headerStyle', choices: ['full', 'minimal', 'none'] },
  { name: 'colorScheme', label: 'color-scheme', choices: ['light', 'dark', 'auto'] },
  { name: 'locale', label: 'locale', choices: ['en', 'pt-BR', 'es'] },
];

declare global {
  interface ImportMetaEnv {
    /** The widget's script, see `build/manual/widget-address.ts`. */
    readonly WIDGET: string;
  }
  interface ImportMeta {
    readonly env: ImportMetaEnv;
  }
}

/** Puts the element with a fake session and these settings into a box. @returns what applies others to it */
async function openSession(
  box: HTMLElement,
  first: PlaygroundSettings,
): Promise<(settings: PlaygroundSettings) => void> {
  const [{ createFakeSession }] = await Promise.all([
    import('../../../packages/testing/src/index.ts'),
    import(/* @vite-ignore */ import.meta.env.WIDGET),
  ]);
  const session = createFakeSession({ steps: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] });
  const element: SignSession = document.createElement('sign-session');
  const { clientSecret, baseUrl, fetch } = session;
  Object.assign(element, { clientSecret, baseUrl, fetch });
  const apply = (settings: PlaygroundSettings): void => {
    element.appearance = appearanceOf(settings);
    element.setAttribute('color-scheme', settings.colorScheme);
    element.locale = settings.locale;
  };
  apply(first);
  box.replaceChildren(element);
  return apply;
}

/** The widget with a session in memory, and its looks to try. Nothing leaves the page. */
export const Playground = defineComponent({
  setup() {
    const { lang } = useData();
    const texts = playgroundTexts(lang.value);
    const settings = reactive({ ...FIRST, locale: lang.value });
    const box = ref<HTMLElement>();
    const status = ref(texts.loading);
    let apply: ((settings: PlaygroundSettings) => void) | undefined;

    const restart = async (): Promise<void> => {
      if (box.value === undefined) return;
      try {
        apply = await openSession(box.value, settings);
        status.value = texts.loaded;
      } catch {
        status.value = texts.failed;
      }
    };
    onMounted(() => void restart());
    onBeforeUnmount(() => box.value?.replaceChildren());
    watch(settings, () => apply?.(settings));

    const set = (name: Name) => (event: Event) => {
      const { target } = event;
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
        settings[name] = target.value;
    };
    const field = ({ name, label, choices, type = 'text' }: Control): VNode => {
      const value = settings[name];
      const control =
        choices === undefined
          ? h('input', { type, value, onInput: set(name) })
          : h(
              'select',
              { value, onChange: set(name) },
              choices.map(choice => h('option', { value: choice }, choice)),
            );
      return h('label', [h('span', label), control]);
    };
    return () =>
      h('div', { class: 'playground' }, [
        h('form', { onSubmit: (event: Event) => event.preventDefault() }, [
          ...CONTROLS.map(field),
          h('button', { type: 'button', onClick: () => void restart() }, texts.again),
        ]),
        h('p', { role: 'status' }, status.value),
        h('div', { ref: box, class: 'playground-box' }),
        h('pre', { tabindex: 0, 'aria-label': texts.code }, [h('code', playgroundCode(settings))]),
      ]);
  },
});
