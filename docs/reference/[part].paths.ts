import { elementPage, interfacePage } from '../../build/manual/reference.ts';
import { textsPage } from '../../build/manual/texts.ts';

/** The pages that are made from the sources: the element's from its manifest, the service's from its list of operations, the texts from their catalogues. */
export default {
  async paths() {
    return [
      { params: { part: 'element' }, content: await elementPage() },
      { params: { part: 'interface' }, content: interfacePage() },
      { params: { part: 'texts' }, content: textsPage() },
    ];
  },
};
