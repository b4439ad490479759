/** `text/plain` of `Text/Plain; charset=utf-8`; undefined without a type. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  const essence = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return essence === '' ? undefined : essence;
}
