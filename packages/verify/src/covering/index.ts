/** Whether what is added to a page later hides anything: judged by how the page was drawn before. */
export { coveredAreas, type Covering } from './covered-areas.ts';
export { isBlank, isUntouched } from './blank-picture.ts';
export { CLEARANCE } from './page-area.ts';
export type { Box, DrawnArea, PageArea, PageDrawer, PageText, Picture, PixelBox } from './page-area.ts';
