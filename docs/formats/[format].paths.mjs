import { formatRooms, sourcePage } from '../.vitepress/sources.mjs';

/** A page for each format: the README of its room, which says what is carried and what is lost. */
export default {
  watch: ['../../packages/core/src/formats/*/README.md'],
  paths: () =>
    formatRooms().map((format) => ({
      params: { format },
      content: sourcePage(`packages/core/src/formats/${format}/README.md`),
    })),
};
