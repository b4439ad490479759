import { describe, expect, it } from 'vitest';
import { fdx } from '../../../src/formats/fdx/index.js';
import type { ScreenplayDocument } from '../../../src/index.js';

const SOURCE = `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<FinalDraft DocumentType="Script" Template="No" Version="4">
  <Content>
    <Paragraph Type="Scene Heading"><SceneProperties Length="7/8" Page="9" Title=""/><Text>INT. HALL - DAY</Text></Paragraph>
    <Paragraph Type="Action"><Text>Rain.</Text></Paragraph>
    <Paragraph Type="Scene Heading"><SceneProperties Length="2/8" Page="10" Title=""/><Text>EXT. ROAD - DAY</Text></Paragraph>
    <Paragraph Type="Action"><Text>Sun.</Text></Paragraph>
  </Content>
</FinalDraft>`;

async function read(text: string): Promise<ScreenplayDocument> {
  return (await fdx.decode(new TextEncoder().encode(text))).document;
}

async function properties(document: ScreenplayDocument): Promise<string[]> {
  const { bytes } = await fdx.encode(document);
  return new TextDecoder().decode(bytes).match(/<SceneProperties [^>]*>/g) ?? [];
}

describe('pages and lengths of scenes', () => {
  it('stay as recorded while the script is as it was', async () => {
    expect(await properties(await read(SOURCE))).toEqual([
      '<SceneProperties Length="7/8" Page="9" Title=""/>',
      '<SceneProperties Length="2/8" Page="10" Title=""/>',
    ]);
  });

  it('are worked out anew when the script was edited', async () => {
    const document = await read(SOURCE);
    const element = document.document.scenes[0]?.body[0];
    if (element?.type === 'action')
      element.text = {
        en: Array.from({ length: 60 }, () => 'A long line of rain that goes on and on and on.').join('\n'),
      };
    expect(await properties(document)).toEqual([
      '<SceneProperties Length="1 2/8" Page="1" Title=""/>',
      '<SceneProperties Length="1/8" Page="2" Title=""/>',
    ]);
  });

  it('are left out where Final Draft leaves them out', async () => {
    const plain = SOURCE.replace(/<SceneProperties[^>]*>/g, '');
    expect(await properties(await read(plain))).toEqual([]);
  });
});
