import type { Task } from './task.js';

export const zipTask: Task = {
  name: 'zip-output',
  description: 'Packs the outputs of the tasks before it into one archive',
  accepts: [],
  outputDir: '',
  outputName: 'package.zip',
  contentType: 'application/zip',
  vars: { required: [], optional: [] },
  takes: 'any',
  work: { kind: 'pack' },
};
