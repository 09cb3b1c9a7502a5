import type { OutputFormat } from '@app/contracts';
import type { DigitalSourceType } from '../../engines/image-engine.port.js';
import { markJpeg } from './mark-jpeg.js';
import { markPng } from './mark-png.js';
import { markWebp } from './mark-webp.js';

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

export const sourceTypePacket = (sourceType: DigitalSourceType): Buffer =>
  Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>` +
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
      `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"` +
      ` Iptc4xmpExt:DigitalSourceType="${VOCABULARY}${sourceType}"/>` +
      `</rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
  );

const WRITERS: Record<OutputFormat, (bytes: Buffer, packet: Buffer) => Buffer> = {
  png: markPng,
  jpeg: markJpeg,
  webp: markWebp,
};

/** Removes all metadata but colour profiles and the mark; pixels stay the same. Throws `UnusableImageError`. */
export const markMachineMade = (bytes: Buffer, format: OutputFormat, sourceType: DigitalSourceType): Buffer =>
  WRITERS[format](bytes, sourceTypePacket(sourceType));
