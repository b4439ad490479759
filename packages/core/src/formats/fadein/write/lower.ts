import type { Manuscript } from '../../../conventions/manuscript/types.js';
import type { Warnings } from '../../../errors/index.js';
import { branch } from '../../../syntax/xml-element.js';
import { parseAttributes } from '../../../syntax/xml-fragments.js';
import { readFrame } from '../frame.js';
import type { OsfAttributes, OsfElement } from '../tree.js';
import { KeptElements } from './kept.js';
import { printLists, printSpelling } from './lists.js';
import { FadeInLosses, LOSS_MESSAGES } from './losses.js';
import { printScript } from './script.js';
import { printSettings } from './settings.js';
import { StyleSheet } from './styles.js';
import { printTitlePage } from './title-page.js';

/**
 * A manuscript -> the children of the root of a Fade In document. A manuscript that came from elsewhere gets everything
 * that Fade In writes into a new script.
 */
export function lowerFadeIn(manuscript: Manuscript, warnings: Warnings): OsfElement[] {
  const { extra, genre, logline, setup } = manuscript;
  const own = extra?.['fadein.version'] !== undefined;
  const losses = new FadeInLosses();
  const kept = new KeptElements(manuscript, warnings, losses);
  const settings = printSettings(manuscript, kept.settings('settings')?.attributes, losses);
  const frame = readFrame(settings);
  const sheet = new StyleSheet(setup, kept.settings('styles'), frame, own, losses);
  const paragraphs = branch('paragraphs', undefined, printScript(manuscript, { sheet, frame, own, losses }));
  const titlePage = printTitlePage(manuscript.titlePage, { setup, sheet, frame, own, losses, warnings });
  const lists = printLists(manuscript, kept.elements('lists'), own, losses);
  if ((logline !== undefined && logline !== '') || (genre && genre.length > 0)) losses.add('logline');
  const styles = sheet.print();
  losses.report(warnings, LOSS_MESSAGES);
  return [
    branch('info', infoAttributes(manuscript)),
    branch('settings', settings),
    styles,
    paragraphs,
    titlePage,
    ...kept.elements('parts'),
    printSpelling(manuscript.lang, kept.elements('spelling')),
    lists,
  ];
}

function infoAttributes({ extra, id }: Manuscript): OsfAttributes {
  const {
    'fadein.uuid': uuid = id,
    'fadein.draft-uuid': draft,
    'fadein.pagecount': pages,
    'fadein.info': rest,
  } = extra ?? {};
  return {
    ...(uuid === undefined ? {} : { uuid }),
    ...(draft === undefined ? {} : { draft_uuid: draft }),
    ...(pages === undefined ? {} : { pagecount: pages }),
    ...parseAttributes(rest ?? ''),
  };
}
