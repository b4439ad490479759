import { formatNamed } from '../../formats/registry.js';
import type { FormatName } from '../../ports/index.js';
import { NATIVE } from './native.js';
import type { Task } from './task.js';
import type { VarName } from './vars.js';

interface Target {
  format: FormatName;
  /** Default: the format's name. */
  dir?: string;
}

const TARGETS: readonly Target[] = [
  { format: 'fdx' },
  { format: 'fadein' },
  { format: 'fountain' },
  { format: 'pdf' },
  { format: 'yaml' },
  // `json` is where conversions write.
  { format: 'json', dir: 'exported' },
];

const PRINTED: readonly VarName[] = [
  'paper',
  'scene_numbers',
  'title_page',
  'continueds',
  'tint_pages',
  'pages',
  'watermark',
];

/** `export-to-fdx` and its like: the native document written as a file of a format. */
export const exportTasks: readonly Task[] = TARGETS.map(({ format, dir = format }) => {
  const { extensions, mimeTypes, printed, description } = formatNamed(format);
  return {
    name: `export-to-${format}`,
    description: `Writes the native document as a file of the format ${format}: ${description}`,
    accepts: NATIVE,
    outputDir: dir,
    outputName: `{stem}${extensions[0] ?? `.${format}`}`,
    contentType: mimeTypes[0] ?? 'application/octet-stream',
    vars: { required: [], optional: printed ? ['lang', ...PRINTED] : ['lang'] },
    takes: NATIVE,
    work: {
      kind: 'document',
      call: (vars, document) => ({
        operation: 'export',
        options: {
          ...document,
          to: format,
          lang: vars.lang,
          paper: vars.paper,
          sceneNumbers: vars.scene_numbers,
          titlePage: vars.title_page,
          continueds: vars.continueds,
          tintPages: vars.tint_pages,
          pages: vars.pages,
          watermark: vars.watermark,
        },
      }),
    },
  };
});
