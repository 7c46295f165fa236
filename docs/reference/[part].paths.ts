import { elementPage, interfacePage } from '../../build/manual/reference.ts';

/** The pages that are made from the sources: the element's from its manifest, the service's from its list of operations. */
export default {
  async paths() {
    return [
      { params: { part: 'element' }, content: await elementPage() },
      { params: { part: 'interface' }, content: interfacePage() },
    ];
  },
};
