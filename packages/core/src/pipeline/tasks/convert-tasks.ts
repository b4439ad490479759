import type { FormatName } from '../../ports/index.js';
import { WORKING, WORKING_ENCRYPTED, WORKING_TYPE } from './native.js';
import type { DocumentKind, Task } from './task.js';
import type { VarName } from './vars.js';

interface Source {
  format: FormatName;
  title: string;
  vars: readonly VarName[];
}

const SOURCES: readonly Source[] = [
  { format: 'fdx', title: 'a Final Draft script', vars: ['lang'] },
  { format: 'fadein', title: 'a Fade In or Open Screenplay Format script', vars: ['lang'] },
  { format: 'fountain', title: 'a Fountain script', vars: ['lang'] },
  { format: 'pdf', title: 'a printed script', vars: ['lang', 'pdf_password'] },
  { format: 'yaml', title: 'a native document in YAML', vars: ['lang'] },
];

/** `convert-fdx-to-screenplay` and its like: a file of a format becomes the native document, and the working one. */
export const convertTasks: readonly Task[] = SOURCES.map(({ format, title, vars }) => {
  // YAML may hold an encrypted document, which is so afterwards too.
  const native = format === 'yaml';
  const takes: DocumentKind[] = native ? [format, `encrypted ${format}`] : [format];
  const kinds: DocumentKind[] = native ? [WORKING, WORKING_ENCRYPTED] : [WORKING];
  return {
    name: `convert-${format}-to-screenplay`,
    description: `Makes the native document of ${title}`,
    accepts: [format],
    outputDir: 'json',
    outputName: '{stem}.json',
    contentType: WORKING_TYPE,
    vars: { required: [], optional: vars },
    takes,
    makes: { kinds, format: WORKING },
    work: {
      kind: 'document',
      call: ({ lang, pdf_password: password }, { name }) => ({
        operation: 'convert',
        options: { from: format, name, to: WORKING, lang, password },
      }),
    },
  };
});
