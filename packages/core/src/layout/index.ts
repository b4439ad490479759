export { layOut, sceneExtents } from './lay-out.js';
export { eighthsText } from './scene-extents.js';
export type {
  LaidOut,
  LaidPage,
  LayoutOptions,
  LineRole,
  LineRun,
  PageColor,
  PlacedLine,
} from './types.js';
