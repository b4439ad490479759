declare module 'subset-font' {
  /** A font with only the glyphs that `text` needs. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options?: { targetFormat?: 'sfnt' | 'woff' | 'woff2'; noHinting?: boolean; keepFeatures?: readonly string[] },
  ): Promise<Buffer>;
}
