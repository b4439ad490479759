import absolutePath from 'swagger-ui-dist/absolute-path.js';

/** The folder with the files of Swagger UI. */
export function assetFolder(): string {
  return absolutePath();
}
