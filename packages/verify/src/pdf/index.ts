/** Reads a PDF's objects as readers find them, within bounds that a hostile file can't exceed. */
export { StructureTooLargeError, unpackStructure } from './bounded-inflate.ts';
export { OBJECTS_PER_TICK, parseWithinBounds } from './bounded-parser.ts';
export { CrossReferenceError, CrossReferences, crossReferenceForm } from './cross-references.ts';
export { headerOffset } from './pdf-header.ts';
export { withCrossReferences } from './rebuilt-references.ts';
