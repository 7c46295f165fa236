import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { english, portuguese } from '../../docs/.vitepress/sidebars.ts';
import { anchorsOf, linksOf, MADE_PAGES, manualPages } from './pages.ts';

describe('the manual', () => {
  const pages = manualPages();

  for (const { place, text } of pages.values()) {
    it(`${place} links to pages and headings that exist`, () => {
      const broken = linksOf(text, place).filter(({ target, anchor }) => {
        if (MADE_PAGES.includes(target)) return false;
        const page = pages.get(target);
        return page === undefined || (anchor !== '' && !anchorsOf(page.text).has(anchor));
      });
      assert.deepEqual(broken, []);
    });
  }

  it('has a place for each of its pages in the list beside them', () => {
    const listed = [english, portuguese].flatMap(({ themeConfig }) =>
      Array.from(
        JSON.stringify(themeConfig?.sidebar).matchAll(/"link":"\/([^"#]+)/g),
        ([, link = '']) => `${link}.md`,
      ),
    );
    const own = [...pages.keys(), ...MADE_PAGES].filter(place => !place.endsWith('index.md'));
    assert.deepEqual([...new Set(listed)].toSorted(), own.toSorted());
  });
});
