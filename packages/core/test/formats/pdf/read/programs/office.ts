import type { SampleElement } from '../../../../../src/testing/pdf-generator/index.js';
import { emphasised, escapeMarkup } from './marked-up.js';

const NAMESPACES = [
  ['office', 'office:1.0'],
  ['style', 'style:1.0'],
  ['text', 'text:1.0'],
  ['fo', 'xsl-fo-compatible:1.0'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}"`)
  .join(' ');

const KEEP = 'fo:keep-with-next="always"';
const PARAGRAPHS: Readonly<Record<SampleElement['kind'], string>> = {
  heading: `fo:margin-top="0.3333in" ${KEEP}`,
  action: 'fo:margin-top="0.1667in"',
  shot: `fo:margin-top="0.1667in" ${KEEP}`,
  character: `fo:margin-top="0.1667in" fo:margin-left="2.2in" ${KEEP}`,
  parenthetical: `fo:margin-left="1.6in" fo:margin-right="1.9in" ${KEEP}`,
  dialogue: 'fo:margin-left="1in" fo:margin-right="1.5in" fo:keep-together="always"',
  transition: 'fo:margin-top="0.1667in" fo:text-align="end"',
};
const TEXTS = {
  bold: 'fo:font-weight="bold"',
  italic: 'fo:font-style="italic"',
  underline: 'style:text-underline-style="solid"',
};

/** A script as a flat OpenDocument text: a paragraph style for each kind. */
export function officeText(script: readonly SampleElement[], font: string): string {
  const type = `fo:font-family="${font}" fo:font-size="12pt"`;
  const styles = [
    ...Object.entries(PARAGRAPHS).map(
      ([kind, facts]) =>
        `<style:style style:name="${kind}" style:family="paragraph"><style:paragraph-properties ${facts} fo:widows="2" fo:orphans="2"/><style:text-properties ${type}/></style:style>`,
    ),
    ...Object.entries(TEXTS).map(
      ([look, facts]) =>
        `<style:style style:name="${look}" style:family="text"><style:text-properties ${facts}/></style:style>`,
    ),
    '<style:page-layout style:name="paper"><style:page-layout-properties fo:page-width="8.5in" fo:page-height="11in" fo:margin-top="1in" fo:margin-bottom="1in" fo:margin-left="1.5in" fo:margin-right="1in"/></style:page-layout>',
  ];
  const body = script.map(
    (element) =>
      `<text:p text:style-name="${element.kind}">${emphasised(
        element,
        escapeMarkup,
        (words, look) => `<text:span text:style-name="${look}">${words}</text:span>`,
      )}</text:p>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMESPACES} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles>${styles.join('')}</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="paper"/></office:master-styles>
<office:body><office:text>${body.join('\n')}</office:text></office:body>
</office:document>`;
}
