import {
  contentId,
  description,
  headingLevel,
  isElement,
  type StructureElement,
  type StructureNode,
  type StructureTree,
} from './structure-tree.ts';

/** The roles of ARIA for elements of a tagged file, with the role that must be around them. */
const ROLES: Readonly<Record<string, { readonly role: string; readonly within?: string }>> = {
  P: { role: 'paragraph' },
  L: { role: 'list' },
  LI: { role: 'listitem', within: 'list' },
  Table: { role: 'table' },
  THead: { role: 'rowgroup', within: 'table' },
  TBody: { role: 'rowgroup', within: 'table' },
  TFoot: { role: 'rowgroup', within: 'table' },
  TR: { role: 'row', within: 'table rowgroup' },
  TH: { role: 'columnheader', within: 'row' },
  TD: { role: 'cell', within: 'row' },
  BlockQuote: { role: 'blockquote' },
};

/** Roles that mean nothing without these below them. */
const NEEDS: Readonly<Record<string, string>> = {
  list: '[role=listitem]',
  table: '[role=row]',
  rowgroup: '[role=row]',
  row: '[role=cell], [role=columnheader]',
};

/**
 * Puts the words of a tagged page in the order that the file says they are read in, with headings, lists and
 * tables around them. They do not move on the screen: each has its place on the page. What the file leaves out
 * of its order, or calls mere decoration, comes last: what is seen is also read.
 */
export function arrangeByStructure(layer: HTMLElement, tree: StructureTree): void {
  for (const decoration of layer.querySelectorAll('.markedContent[aria-hidden]')) {
    decoration.removeAttribute('aria-hidden');
  }
  if (tree === null) return;
  const contents = new Map<string, Element>();
  for (const element of layer.querySelectorAll('.markedContent[id]')) contents.set(element.id, element);
  const ordered = document.createDocumentFragment();
  for (const node of tree.children) append(ordered, node, contents, '');
  layer.prepend(ordered);
}

function append(
  parent: ParentNode & Node,
  node: StructureNode,
  contents: Map<string, Element>,
  around: string,
): void {
  if (!isElement(node)) {
    const content = contents.get(contentId(node) ?? '');
    if (content !== undefined) parent.append(content);
    return;
  }
  const alt = description(node);
  if (node.role === 'Figure' && alt !== undefined) parent.append(pictureOf(alt));
  const element = elementFor(node, around);
  const within = element?.getAttribute('role') ?? around;
  for (const child of node.children) append(element ?? parent, child, contents, within);
  if (element !== undefined && hasMeaning(element)) parent.append(element);
  else if (element !== undefined) parent.append(...element.childNodes);
}

/** What a figure is described as. Its words come after it, not inside: nobody hears what is inside an image. */
function pictureOf(alt: string): HTMLElement {
  const picture = document.createElement('div');
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', alt);
  return picture;
}

/** An element without place or size of its own, so that what it holds stays where it is. */
function elementFor(node: StructureElement, around: string): HTMLElement | undefined {
  const { role } = node;
  const element = document.createElement('div');
  const level = headingLevel(role);
  const known = ROLES[role];
  if (level !== undefined) {
    element.setAttribute('role', 'heading');
    element.setAttribute('aria-level', String(level));
  } else if (known !== undefined && fits(known.within, around)) {
    element.setAttribute('role', known.role);
  } else {
    return undefined;
  }
  return element;
}

function fits(within: string | undefined, around: string): boolean {
  return within === undefined || within.split(' ').includes(around);
}

function hasMeaning(element: HTMLElement): boolean {
  const role = element.getAttribute('role') ?? '';
  const needed = NEEDS[role];
  return element.hasChildNodes() && (needed === undefined || element.querySelector(needed) !== null);
}
