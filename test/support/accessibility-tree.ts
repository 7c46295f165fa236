import type { TestRunnerPlugin } from '@web/test-runner';
import { isMediaLauncher } from './puppeteer-launchers.ts';
import type { Page } from './puppeteer-media.ts';

/** A thing as a screen reader finds it. */
export interface AccessibleThing {
  readonly role: string;
  readonly name: string;
  readonly description: string;
}

/** What the browser tells assistive technology of the page, in reading order; `null` where it can't be asked. */
export type AccessibleThings = readonly AccessibleThing[] | null;

type DevTools = Awaited<ReturnType<Page['createCDPSession']>>;
type AccessibleNode = Awaited<ReturnType<typeof treeOf>>['nodes'][number];

/** Server side of `accessibleThings` (runner-page.ts). */
export function accessibilityCommand(): TestRunnerPlugin<undefined> {
  return {
    name: 'sign-session-accessibility',
    async executeCommand({ command, session }) {
      if (command !== 'sign-session-accessibility') return undefined;
      if (!isMediaLauncher(session.browser)) return { things: null };
      const devTools = await session.browser
        .getPage(session.id)
        .createCDPSession()
        .catch(() => undefined);
      return { things: devTools === undefined ? null : await thingsOf(devTools) };
    },
  };
}

function treeOf(devTools: DevTools) {
  return devTools.send('Accessibility.getFullAXTree');
}

async function thingsOf(devTools: DevTools): Promise<AccessibleThings> {
  const { nodes } = await treeOf(devTools);
  await devTools.detach();
  const byId = new Map(nodes.map(node => [node.nodeId, node]));
  const list = (node: AccessibleNode): AccessibleThing[] => {
    const below = (node.childIds ?? []).flatMap(id => {
      const child = byId.get(id);
      return child === undefined ? [] : list(child);
    });
    return node.ignored
      ? below
      : [{ role: text(node.role), name: text(node.name), description: text(node.description) }, ...below];
  };
  const [root] = nodes;
  return root === undefined ? [] : list(root);
}

function text(value: AccessibleNode['name']): string {
  return typeof value?.value === 'string' ? value.value : '';
}
