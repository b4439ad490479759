import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** Files that are small and unfold to much, or that never end: each name is the name of the file. */
export function bombs(): Record<string, Uint8Array> {
  return {
    'laughs.yaml': text(
      [
        'a: &a [x,x,x,x,x,x,x,x,x]',
        ...'bcdefghij'.split('').map((name, at) => level(name, 'abcdefghi'[at] ?? '')),
      ].join('\n'),
    ),
    'deep.json': text('['.repeat(3_000_000)),
    'wide.json': text(`[${'[],'.repeat(3_000_000)}[]]`),
    'deep.yaml': text('- '.repeat(500_000)),
    'entities.fdx': text(
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><FinalDraft>&b;</FinalDraft>`,
    ),
    'deep.fdx': text(`<?xml version="1.0"?><FinalDraft DocumentType="Script">${'<Paragraph>'.repeat(200_000)}`),
    'zeros.fadein': zip('document.xml', new Uint8Array(100 * 1_048_576)),
    'paragraphs.fadein': zip(
      'document.xml',
      text(
        `<?xml version="1.0"?><document type="Open Screenplay Format document" version="40"><paragraphs>${'<para><style basestyle="Action"/><text>a</text></para>'.repeat(2_000_000)}`,
      ),
    ),
    'lines.fountain': text('INT. A\n\nB\nc\n\n'.repeat(2_000_000)),
    'marks.fountain': text('*_'.repeat(2_000_000)),
    'stream.pdf': pdf(Buffer.alloc(250 * 1_048_576, '0 0 m 9 9 l S\n')),
    'objects.pdf': pdf(Buffer.alloc(40 * 1_048_576, 'BT /F 12 Tf 1 0 0 1 72 700 Tm (INT. A) Tj ET\n')),
    'random.pdf': Uint8Array.of(...text('%PDF-1.7\n'), ...noise(50_000)),
  };
}

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

function level(name: string, before: string): string {
  return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`;
}

function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 24);
}

/** An archive of one file. */
function zip(name: string, content: Uint8Array): Uint8Array {
  const packed = deflateRawSync(content);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return new Uint8Array(Buffer.concat([local, entry, end]));
}

/** A document of one page. */
function pdf(content: Uint8Array): Uint8Array {
  const packed = deflateSync(content);
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
      packed,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>'),
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((object, at) => {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}
