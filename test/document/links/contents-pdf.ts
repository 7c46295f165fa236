import { FIRST_FREE, pageNumber, pagesPdf } from '../../support/small-pdf.ts';

/** The entry that leads to a page. */
function to(index: number): string {
  return `/Dest [${pageNumber(index)} 0 R /Fit]`;
}

/** A contract of 12 pages with a table of contents: two chapters, the second with two sections. */
export function contentsPdf(): Uint8Array<ArrayBuffer> {
  const [root, first, second, one, two] = [0, 1, 2, 3, 4].map(offset => `${FIRST_FREE + offset} 0 R`);
  return pagesPdf(
    Array.from({ length: 12 }, (_, index) => ({ text: `This is page ${index + 1}.` })),
    {
      catalog: `/Outlines ${root}`,
      objects: [
        `<< /Type /Outlines /First ${first} /Last ${second} /Count 2 >>`,
        `<< /Title (Object) /Parent ${root} /Next ${second} ${to(0)} >>`,
        `<< /Title (Price) /Parent ${root} /Prev ${first} /First ${one} /Last ${two} /Count 2 ${to(4)} >>`,
        `<< /Title (Instalments) /Parent ${second} /Next ${two} ${to(6)} >>`,
        `<< /Title (Delay) /Parent ${second} /Prev ${one} ${to(9)} >>`,
      ],
    },
  );
}
