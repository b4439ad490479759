import { linkedSources, sourcePage } from '../.vitepress/sources.mjs';

/** A page for each file of the repository that pages link to. */
export default {
  paths: () =>
    linkedSources()
      .filter((path) => !path.startsWith('packages/core/src/formats/'))
      .map((path) => ({ params: { path: path.replace(/\.md$/, '') }, content: sourcePage(path) })),
};
